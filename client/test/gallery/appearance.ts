import type { Page } from 'playwright-core';

/** Returns elements that cause horizontal scrolling. */
export const overflowFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > clientWidth + 1 || left < -1;
    });
    return [`${scrollWidth} px in ${clientWidth}`, ...beyond.map(({ outerHTML }) => outerHTML.slice(0, 120))];
  });

export const motionFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running.map(({ effect }) => ((effect as KeyframeEffect).target as Element).className);
  });

/** Returns buttons and fields without a visible border, for forced colours. */
export const borderFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    const controls = [
      ...document.querySelectorAll('.button, input:not([type="checkbox"]), select, textarea'),
    ];
    const borderless = controls.filter((control) => {
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(control);
      return borderTopStyle === 'none' || !Number.parseFloat(borderTopWidth) || borderTopColor === canvas;
    });
    return borderless.map(({ outerHTML }) => outerHTML.slice(0, 120));
  });

const STOPS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** Walks the page by Tab. Returns controls that are not reached, or have no visible focus. */
export async function tabFindings(page: Page): Promise<readonly string[]> {
  const stops = await page.locator(STOPS).filter({ visible: true }).all();
  await page.evaluate(() => document.body.setAttribute('tabindex', '-1'));
  await page.evaluate(() => document.body.focus());
  // A native control may have several tab stops, such as the parts of a date.
  for (let presses = 0; presses < stops.length * 2 + 20; presses += 1) {
    await page.keyboard.press('Tab');
    await page.evaluate(recordFocus);
  }
  const notes = stops.map((stop) =>
    stop.evaluate((element) => [element.dataset['focus'], element.outerHTML.slice(0, 120)] as const),
  );
  const findings = (await Promise.all(notes)).filter(([focus]) => focus !== 'shown');
  return findings.map(([focus = 'not reached', element]) => `${focus}: ${element}`);
}

/** Runs in the page. Records whether the focus is visible. */
const recordFocus = () => {
  const element = document.activeElement as HTMLElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  const { top, bottom } = element.getBoundingClientRect();
  const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const isClear = /, 0\)$|transparent/.test(outlineColor);
  const isShown = isOutlined && !isClear && bottom > 0 && top < innerHeight;
  // Tab may reach it more than once.
  const wasShown = element.dataset['focus'] !== 'not seen';
  element.dataset['focus'] = isShown && wasShown ? 'shown' : 'not seen';
};
