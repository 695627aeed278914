import { NoteSummary } from '@web/bff/contract/entities/note';
import { example } from '@web/bff/platform/testing/example';
import { expect, test } from 'vitest';
import { productPage } from '#platform/testing/product-page.ts';

const rows = ['7', '8'].map((id) => example(NoteSummary, { id, title: `Note ${id}`, state: 'published' }));
const live = { 'GET /notes/changes': async function* () {} as never };

test('the list searches, and archives the selected notes of several pages', async () => {
  const archived: unknown[] = [];
  const { page, open, problems } = await productPage({
    ...live,
    role: 'editor',
    'GET /notes': ({ url: { searchParams } }) => ({
      items: [rows[Number(searchParams.get('page')) - 1]!],
      count: 2,
      pages: searchParams.has('q') ? 2 : 1,
    }),
    'POST /notes/archiving': ({ body }) => {
      archived.push(...body.ids);
      return { archived: 2, skipped: [] };
    },
  });
  await open('/');
  await page.getByRole('columnheader').getByRole('link', { name: 'Title' }).click();
  await page.waitForURL(/\?sort=title$/);
  await page.getByLabel('Title contains').fill('note');
  await page.getByLabel('Select Note 7').check();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByLabel('Select Note 8').check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('2 archived.').waitFor();
  expect(archived).toEqual(['7', '8']);
  expect(problems()).toEqual([]);
});

test('a reader gets neither a selection nor a button for a new note', async () => {
  const { page, open } = await productPage({
    ...live,
    role: 'reader',
    'GET /notes': { items: rows, count: 2, pages: 1 },
  });
  await open('/');
  await page.getByRole('link', { name: 'Note 7' }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'New note' }).count()).toBe(0);
});
