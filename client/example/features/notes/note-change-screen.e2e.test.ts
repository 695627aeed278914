import { Note } from '@web/bff/contract/entities/note';
import { example } from '@web/bff/platform/testing/example';
import { expect, test } from 'vitest';
import { productPage } from '#platform/testing/product-page.ts';

test('the form keeps the input next to the title that somebody else has saved', async () => {
  const note = example(Note, { id: '7', title: 'Bread', author: 'ann', version: 1 });
  const { page, open } = await productPage({
    'GET /notes/changes': async function* () {} as never,
    role: 'author',
    'GET /notes/:noteId': note,
    'PUT /notes/:noteId': ({ fail }) =>
      fail('note-changed', { current: { ...note, title: 'Rolls', version: 2 } }),
  });
  await open('/notes/7/change');
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Cake');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await page.getByText('Rolls').first().waitFor();
  expect(await title.inputValue()).toBe('Cake');
});
