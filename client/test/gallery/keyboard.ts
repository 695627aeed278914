import type { Locator, Page } from 'playwright-core';

const STOPS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** Walks the page by Tab from its top: what is not reached, out of order, not seen to have the focus, or never left. */
export async function tabFindings(page: Page): Promise<readonly string[]> {
  const names = await markStops(page);
  const reached: number[] = [];
  const findings = new Set<string>();
  for (let presses = 0; presses < names.length * 2 + 20; presses++) {
    await page.keyboard.press('Tab');
    const { stop, isShown } = await focused(page);
    if (stop === -1 || (stop === 0 && reached.length > 1)) break;
    if (!isShown) findings.add(`the focus is not seen: ${names[stop]}`);
    if (stop < (reached.at(-1) ?? -1)) findings.add(`out of order: ${names[stop]}`);
    if (stop !== reached.at(-1)) reached.push(stop);
  }
  const missed = names.filter((_, stop) => !reached.includes(stop));
  const last = names[reached.at(-1) ?? 0];
  if (missed.length > 0 && reached.at(-1) !== names.length - 1)
    findings.add(`a keyboard trap: ${last} is not left`);
  return [...findings, ...missed.map((name) => `not reached: ${name}`)];
}

/** Opens a dialog by Enter and closes it by Esc: whether it keeps the focus meanwhile and gives it back. */
export async function dialogFindings(page: Page, opener: Locator): Promise<readonly string[]> {
  const findings: string[] = [];
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  if (!(await isWithin(dialog))) findings.push('the focus does not enter the dialog');
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press(presses < 4 ? 'Tab' : 'Shift+Tab');
    if (!(await isWithin(dialog))) findings.push('the focus leaves the open dialog');
  }
  await page.keyboard.press('Escape');
  try {
    await dialog.waitFor({ state: 'detached', timeout: 2000 });
  } catch {
    return [...findings, 'Esc does not close the dialog'];
  }
  // What listens to the closing has its turn.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  if (!(await opener.evaluate((one) => one === document.activeElement)))
    findings.push('the focus is lost when the dialog closes');
  return findings;
}

/** The body stands for the browser's own bars, between the last stop and the first. */
const isWithin = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((one) => one.contains(document.activeElement) || document.activeElement === document.body);

/** Remembers in the page what Tab should reach, in order, and starts at its top. */
const markStops = (page: Page): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    const stops = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility(),
    );
    Object.assign(globalThis, { stops });
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    return stops.map((one) => one.outerHTML.slice(0, 120));
  }, STOPS);

const focused = (page: Page): Promise<{ readonly stop: number; readonly isShown: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    return {
      stop: (globalThis as unknown as { stops: Element[] }).stops.indexOf(element),
      isShown:
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        !/, 0\)$|transparent/.test(outlineColor) &&
        bottom > 0 &&
        top < innerHeight,
    };
  });
