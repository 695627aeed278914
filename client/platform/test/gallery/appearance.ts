import type { Page } from 'playwright-core';

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

/** Containers of the components. `*` stands for the content. */
const CONTAINERS = {
  'a dialog':
    '<dialog class="dialog" open><div class="dialog-body"><div class="dialog-content">*</div></div></dialog>',
  'the actions of a dialog':
    '<dialog class="dialog" open><div class="dialog-body"><div class="actions">*</div></div></dialog>',
  'a page': '<div class="page">*</div>',
  'the heading of a page':
    '<div class="page"><header class="page-header"><div class="page-intro">*</div></header></div>',
  'the actions of a page':
    '<div class="page"><header class="page-header"><div class="actions">*</div></header></div>',
  'a notice': '<div class="notice"><div class="notice-body"><div>*</div></div></div>',
  'the action of a notice':
    '<div class="notice"><div class="notice-body">x</div><div class="notice-action">*</div></div>',
  'a form': '<form class="form">*</form>',
  'a search form': '<search><form class="form search-form">*</form></search>',
  'a fieldset': '<form class="form"><fieldset class="fieldset"><legend>Legend</legend>*</fieldset></form>',
  'a list row':
    '<form class="form"><fieldset class="fieldset"><div class="form-row" role="group" aria-label="Row 1">*</div></fieldset></form>',
  'a row with one field':
    '<form class="form"><fieldset class="fieldset"><div class="form-row">*</div></fieldset></form>',
  'a step': '<form class="form"><div class="form-step">*</div></form>',
  'an error summary': '<form class="form"><div class="error-summary">*</div></form>',
  'a field': '<form class="form"><div class="field"><label>*</label><input></div></form>',
  'a field’s error':
    '<form class="form"><div class="field"><input><span class="field-error">*</span></div></form>',
  'a table cell':
    '<div class="table-frame"><table class="table"><tbody><tr><th>x</th><td data-label="Heading"><span>*</span></td></tr></tbody></table></div>',
  'the first cell of a row':
    '<div class="table-frame"><table class="table"><tbody><tr><th>*</th><td data-label="Heading"><span>x</span></td></tr></tbody></table></div>',
  'the caption of a table':
    '<div class="table-frame"><table class="table"><caption>*</caption></table></div>',
  'a message screen': '<div class="message">*</div>',
  'the actions of a message screen': '<div class="message"><div class="message-actions">*</div></div>',
  'an AwaitSection': '<div>*</div>',
} as const;

/**
 * Tries each content in each container: a long word, a long button and, except in containers of actions, a form and a table. Returns the pairs that
 * overflow, with the number of pixels.
 */
export const containerFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate((containers) => {
    const main = document.querySelector('main') as HTMLElement;
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
    const contents = {
      form: document.querySelector('.gallery > .form')?.outerHTML,
      table: document.querySelector('.table-frame')?.outerHTML,
      word: `<p>${word}</p>`,
      button: `<button class="button" type="button">${word}</button>`,
    };
    const findings: string[] = [];
    for (const [name, markup] of Object.entries(containers))
      for (const [kind, content] of Object.entries(contents)) {
        const isAction = /class="[^"]*action[^"]*">\*/.test(markup);
        if (isAction && (kind === 'form' || kind === 'table')) continue;
        // Inserts the content as nodes, because the HTML parser would drop a form within a form.
        const host = document.createElement('div');
        host.innerHTML = markup.replace('*', '<i data-place></i>');
        const filled = document.createElement('div');
        filled.innerHTML = content ?? '';
        host.querySelector('[data-place]')?.replaceWith(...filled.childNodes);
        main.replaceChildren(host);
        const outer = host.firstElementChild as HTMLElement;
        const { right } = outer.getBoundingClientRect();
        const rights = [...outer.querySelectorAll('*')]
          .filter((element) => !element.closest('thead'))
          .map((element) => element.getBoundingClientRect().right);
        const excess = Math.max(
          Math.max(...rights) - right,
          outer.scrollWidth - outer.clientWidth,
          document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (excess > 1) findings.push(`${kind} in ${name}: ${Math.round(excess)} px`);
      }
    return findings;
  }, CONTAINERS);

export const motionFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running.map(({ effect }) => ((effect as KeyframeEffect).target as Element).className);
  });

/** Returns buttons and fields that have no visible border in forced colors. */
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

/** Runs in the page. */
const recordFocus = () => {
  const element = document.activeElement as HTMLElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  const { top, bottom } = element.getBoundingClientRect();
  const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const isClear = /, 0\)$|transparent/.test(outlineColor);
  const isShown = isOutlined && !isClear && bottom > 0 && top < innerHeight;
  // Tab may reach a control more than once. The focus must be visible each time.
  const wasShown = element.dataset['focus'] !== 'not seen';
  element.dataset['focus'] = isShown && wasShown ? 'shown' : 'not seen';
};

/** Walks an open dialog by Tab. Returns controls that are not reached, or that are not completely visible when they have the focus. */
export async function dialogFindings(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog');
  const stops = await dialog.locator(STOPS).filter({ visible: true }).all();
  for (const _ of Array.from({ length: stops.length + 5 })) {
    await page.keyboard.press('Tab');
    await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      // A scrollable text is a stop of its own, and may be taller than the window.
      const heights = element.matches('.dialog-content') ? [innerHeight / 2] : [top + 2, bottom - 2];
      const isShown = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
      element.dataset['shown'] = String(heights.every(isShown));
    });
  }
  const notes = stops.map((stop) =>
    stop.evaluate((element) => [element.dataset['shown'], element.outerHTML.slice(0, 120)] as const),
  );
  const findings = (await Promise.all(notes)).filter(([shown]) => shown !== 'true');
  return findings.map(([shown = 'not reached', element]) => `${shown}: ${element}`);
}
