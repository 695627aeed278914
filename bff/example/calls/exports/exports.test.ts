import { expect, test } from 'vitest';
import { Export } from '#contract/entities/export.ts';
import { NoteSummary } from '#contract/entities/note.ts';
import { example } from '#platform/testing/example.ts';
import { productApp } from '#platform/testing/product-app.ts';

test('GET /exports/:exportId/file quotes cells, and disarms those that start like a formula', async () => {
  const titles = ['A "red"; line', '=1+1', '+1', '-1', '@a', '\t=1', '＝1', '1-1'];
  const exported = async () => titles.map((title) => example(NoteSummary, { title, authorName: 'Ann' }));
  const { call } = await productApp({ role: 'reader', upstreams: { notes: { exported } } });
  const reply = await call('GET /exports/:exportId/file', { params: { exportId: '7' } });
  const cells = reply.body.split('\r\n').map((row) => row.slice(0, row.indexOf('";"draft";"Ann"') + 1));
  expect(cells).toEqual([
    '"A ""red""; line"',
    `"'=1+1"`,
    `"'+1"`,
    `"'-1"`,
    `"'@a"`,
    `"'\t=1"`,
    `"'＝1"`,
    '"1-1"',
    '',
  ]);
});

test('POST /exports returns 429 to the sixth call within a minute', async () => {
  const startExport = async () => example(Export);
  const { call } = await productApp({ role: 'reader', upstreams: { notes: { startExport } } });
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await call('POST /exports')).statusCode);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
});
