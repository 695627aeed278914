import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './accessibility.ts';
import { borderFindings, overflowFindings } from './appearance.ts';
import { startGallery, type Gallery } from './start-gallery.ts';
import { dialogFindings, tabFindings } from './keyboard.ts';
import { replaceFile } from '@web/bff/test/scratch-copy';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

const askDialog = (page: Page) =>
  dialogFindings(page, page.getByRole('button', { name: 'Delete the planet …' }));

const checkBorders = async (page: Page) => {
  await page.emulateMedia({ forcedColors: 'active' });
  return borderFindings(page);
};

const checkOnPhone = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 800 });
  return overflowFindings(page);
};

interface Fault {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly check: (page: Page) => Promise<readonly string[]>;
  readonly finding: RegExp;
}

const faults: readonly Fault[] = [
  {
    name: 'a missing label',
    file: 'form/form-field.tsx',
    from: '<label htmlFor={id}>',
    to: '<label>',
    check: axeFindings,
    finding: /^label: /,
  },
  {
    name: 'low contrast',
    file: 'styles/tokens.css',
    from: '--muted: light-dark(#565e64',
    to: '--muted: light-dark(#9aa0a5',
    check: axeFindings,
    finding: /^color-contrast: /,
  },
  {
    name: 'a focus that is not seen',
    file: 'styles/base.css',
    from: 'outline: 2px solid var(--accent);',
    to: 'outline: none;',
    check: tabFindings,
    finding: /^the focus is not seen: /,
  },
  {
    name: 'a focus that is lost when a dialog closes',
    file: 'dialog.tsx',
    from: 'onClose={() =>',
    to: 'onClose={() => (document.activeElement as HTMLElement).blur() as undefined ||',
    check: askDialog,
    finding: /^the focus is lost when the dialog closes/,
  },
  {
    name: 'a dialog that does not hold the focus',
    file: 'dialog.tsx',
    from: 'shown.showModal()',
    to: 'shown.show()',
    check: askDialog,
    finding: /^the focus leaves the open dialog/,
  },
  {
    name: 'a keyboard trap',
    file: 'form/field.tsx',
    from: '<input {...control}',
    to: `<input onKeyDown={(event) => event.key === 'Tab' && event.preventDefault()} {...control}`,
    check: tabFindings,
    finding: /^a keyboard trap: /,
  },
  {
    name: 'a button that forced colours make plain text',
    file: 'button.css',
    from: 'border: 1px solid transparent;',
    to: 'border: 0;',
    check: checkBorders,
    finding: /^<button/,
  },
  {
    name: 'a table too wide for a phone',
    file: 'table.css',
    from: '(inline-size < 36rem)',
    to: '(inline-size < 3rem)',
    check: checkOnPhone,
    finding: / px in 320$/,
  },
];

test.each(faults)('the check finds the planted fault: $name', async ({ file, from, to, check, finding }) => {
  const path = join(gallery.folder, 'client/src/ui', file);
  const source = await readFile(path, 'utf8');
  expect(source).toContain(from);
  const findings = async () => {
    const page = await gallery.open();
    try {
      return await check(page);
    } finally {
      await page.context().close();
    }
  };
  expect(await findings()).toEqual([]);
  await replaceFile(path, source.replace(from, to));
  try {
    const found = async () => (await findings()).find((one) => finding.test(one));
    await expect.poll(found, { interval: 500 }).toBeDefined();
  } finally {
    await replaceFile(path, source);
  }
  await expect.poll(findings, { interval: 500 }).toEqual([]);
});
