import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allCases } from '../conformance/cases/all.ts';

const root = join(import.meta.dirname, '../..');
const files = ['bff/test', 'client/test', 'nginx/test', '.ci/test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /e2e\.test\.ts$|harness-cases\.ts$/.test(name))
    .map((name) => join(folder, name)),
);
const titles = files
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .flatMap((text) => [...text.matchAll(/(?:^\s*|\(\s*)'(\d[^']+)'/gm)].map((match) => match[1] ?? ''));

test('every case that needs a harness has an end-to-end test with its id', () => {
  const harness = allCases.filter(({ seen }) => seen === 'harness').map(({ id }) => id);
  // A part of a case, such as 18a, counts for the case.
  const isTested = (id: string) => titles.some((title) => new RegExp(`(?:^|\\D)${id}[a-z]?\\b`).test(title));
  expect(harness.length).toBeGreaterThan(20);
  expect(harness.filter((id) => !isTested(id))).toEqual([]);
});
