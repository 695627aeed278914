import { fakeNotes } from '@web/bff/upstreams/fake-notes';
import { expect, onTestFinished, test } from 'vitest';
import { productPage } from '#platform/testing/product-page.ts';

async function started() {
  const service = fakeNotes();
  onTestFinished(() => service.close());
  return { service, ...(await productPage({ role: 'editor', service: await service.listen() })) };
}

test('a note is created, published and deleted, and the next screen says so once', async () => {
  const { page, open } = await started();
  await open('/notes/new');
  await page.getByLabel('Title').fill('Umbrella');
  await page.getByRole('link', { name: 'Lost: a blue umbrella' }).waitFor();
  await page.getByLabel('Title').fill('Umbrellas');
  await expect.poll(() => page.getByText('Similar notes').count()).toBe(0);
  await page.getByLabel('Text').fill('There are five.');
  await page.getByRole('button', { name: 'Create the note' }).click();
  await page.getByText('The note is created.').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The note is published.').waitFor();
  await page.getByRole('button', { name: 'Archive' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Delete “Umbrellas”? Nobody can bring it back.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Umbrellas” is deleted.').waitFor();
  await page.reload();
  await page.getByText('32 notes').waitFor();
  expect(await page.getByText('is deleted.').count()).toBe(0);
});

test('a star changes before the service responds, and comes back after an error', async () => {
  const { page, open, service } = await started();
  await open('/');
  const star = page.getByRole('button', { name: 'Star New door code from May' });
  await star.evaluate((button) => {
    const seen: unknown[] = Object.assign(globalThis, { seen: [] }).seen;
    const see = () => seen.push(button.ariaPressed);
    new MutationObserver(see).observe(button, { attributeFilter: ['aria-pressed'] });
  });
  const seen = () => page.evaluate('seen');
  service.setFaults({ 'PUT /notes/:noteId/star': { fails: 500 } });
  await star.click();
  await page.getByRole('alert').filter({ hasText: 'service' }).waitFor();
  expect(await seen()).toEqual(['true', 'false']);
  service.setFaults({ 'GET /notes': { delayMs: 500 } });
  await Promise.all([page.waitForResponse(/api\/notes(?!\/changes)/), star.click()]);
  await page.waitForTimeout(1_000);
  expect(await seen()).toEqual(['true', 'false', 'true']);
});

test('a star whose write takes long does not hold up a navigation', async () => {
  const { page, open, service } = await started();
  await open('/');
  service.setFaults({ 'PUT /notes/:noteId/star': { delayMs: 60_000 } });
  // The client asks, because a write is pending.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Star New door code from May' }).click();
  await page.getByRole('link', { name: 'Fire drill on Thursday' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fire drill on Thursday' }).waitFor();
});
