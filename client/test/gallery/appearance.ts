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
    return [`${scrollWidth} px in ${clientWidth}`, ...beyond.map((one) => one.outerHTML.slice(0, 120))];
  });

/** What moves. */
export const motionFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.className ?? '') : '')),
  );

/** Buttons and fields whose border cannot be seen; in forced colours nothing else tells them from text. The browser draws a box to tick. */
export const borderFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.button, input:not([type="checkbox"]), select, textarea')]
      .filter((control) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(control);
        const canvas = getComputedStyle(document.body).backgroundColor;
        return borderTopStyle === 'none' || !Number.parseFloat(borderTopWidth) || borderTopColor === canvas;
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );
