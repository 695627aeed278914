import type { Page } from 'playwright-core';

/** What is wider than the page, so that it would have to be scrolled sideways. */
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

/** The classes of what moves. */
export const motionFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running.map(({ effect }) => ((effect as KeyframeEffect).target as Element).className);
  });

/** Buttons and fields whose border cannot be seen; in forced colours nothing else tells them from text. The browser draws a box to tick. */
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

/** Walks the page by Tab from its top: what is not reached, or not seen to have the focus. After a keyboard trap nothing is reached. */
export async function tabFindings(page: Page): Promise<readonly string[]> {
  const stops = await page.locator(STOPS).filter({ visible: true }).all();
  await page.evaluate(() => document.body.setAttribute('tabindex', '-1'));
  await page.evaluate(() => document.body.focus());
  // A control of the browser may have stops of its own, such as the parts of a date.
  for (let presses = 0; presses < stops.length * 2 + 20; presses += 1) {
    await page.keyboard.press('Tab');
    await page.evaluate(noteFocus);
  }
  const notes = stops.map((stop) =>
    stop.evaluate((element) => [element.dataset['focus'], element.outerHTML.slice(0, 120)] as const),
  );
  const findings = (await Promise.all(notes)).filter(([focus]) => focus !== 'shown');
  return findings.map(([focus = 'not reached', element]) => `${focus}: ${element}`);
}

/** Runs in the page: writes down whether the focus is seen. */
const noteFocus = () => {
  const element = document.activeElement as HTMLElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  const { top, bottom } = element.getBoundingClientRect();
  const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const isClear = /, 0\)$|transparent/.test(outlineColor);
  const isShown = isOutlined && !isClear && bottom > 0 && top < innerHeight;
  // Tab comes by more than once.
  const wasShown = element.dataset['focus'] !== 'not seen';
  element.dataset['focus'] = isShown && wasShown ? 'shown' : 'not seen';
};
