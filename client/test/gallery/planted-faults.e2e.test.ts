import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './accessibility.ts';
import { borderFindings, overflowFindings } from './appearance.ts';
import { tabFindings } from './keyboard.ts';
import { startGallery, type Gallery } from './start-gallery.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

interface Fault {
  readonly name: string;
  readonly plant: (page: Page) => Promise<unknown>;
  readonly check: (page: Page) => Promise<readonly string[]>;
  readonly finding: RegExp;
}

/** One for each check: a check that finds nothing must be able to find something. */
const faults: readonly Fault[] = [
  {
    name: 'a missing label',
    plant: (page) => page.evaluate(() => document.querySelector('label[for]')?.removeAttribute('for')),
    check: axeFindings,
    finding: /^label: /,
  },
  {
    name: 'a focus that is not seen',
    plant: (page) => page.addStyleTag({ content: ':focus-visible { outline: none !important; }' }),
    check: tabFindings,
    finding: /^not seen: /,
  },
  {
    name: 'a keyboard trap',
    plant: (page) =>
      page.evaluate(() =>
        document
          .querySelector('input')
          ?.addEventListener('keydown', (event) => event.key === 'Tab' && event.preventDefault()),
      ),
    check: tabFindings,
    finding: /^not reached: /,
  },
  {
    name: 'a button that forced colours make plain text',
    plant: (page) => page.addStyleTag({ content: '.button { border: 0 !important; }' }),
    check: borderFindings,
    finding: /^<button/,
  },
  {
    name: 'a table too wide for a phone',
    plant: (page) => page.addStyleTag({ content: 'table { min-inline-size: 400px; }' }),
    check: overflowFindings,
    finding: / px in 320$/,
  },
];

test.each(faults)('the check finds the planted fault: $name', async ({ plant, check, finding }) => {
  const page = await gallery.open('/gallery', {
    viewport: { width: 320, height: 800 },
    forcedColors: 'active',
  });
  await plant(page);
  expect((await check(page)).filter((one) => finding.test(one))).not.toEqual([]);
});
