import { expect, test } from 'vitest';
import { productApp } from '#platform/testing/product-app.ts';

const csv = new File(
  ['Bread;Buy it;;\r\n;No title;;\r\nBread;Twice;;\r\nMilk;;2026-02-02;2026-02-01\r\n'],
  'notes.csv',
);

test('POST /notes/imports adds no note if a row is invalid, and lists the invalid rows', async () => {
  const { call } = await productApp({ role: 'author' });
  const reply = await call('POST /notes/imports', { body: { onlyValid: false }, files: { csv } });
  expect(reply.statusCode).toBe(422);
  const pointers = reply.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer);
  expect(pointers).toEqual(['/csv/1/title', '/csv/2/title', '/csv/3/shownUntil']);
});

test('POST /notes/imports with onlyValid adds the valid rows, and lists the others', async () => {
  const created: object[] = [];
  const { call } = await productApp({
    role: 'author',
    upstreams: { notes: { createAll: async (notes) => void created.push(...notes) } },
    services: { broadcast: { send: () => {} } },
  });
  const reply = await call('POST /notes/imports', { body: { onlyValid: true }, files: { csv } });
  expect(reply.json()).toMatchObject({ count: 1 });
  expect(created).toMatchObject([{ title: 'Bread', text: 'Buy it', author: 'ann' }]);
});
