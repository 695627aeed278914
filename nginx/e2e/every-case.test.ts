import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allCases } from '../conformance/cases/all.ts';

const files = readdirSync(import.meta.dirname).filter((name) => /e2e\.test\.ts$|^door-cases\.ts$/.test(name));
const titles = files
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .flatMap((text) => [...text.matchAll(/(?:^\s*|test\(\s*)'(\d[^']+)'/gm)].map((match) => match[1] ?? ''));

test('every case that cannot be seen from outside has an end-to-end test of its number', () => {
  const harness = allCases.filter(({ seen }) => seen === 'harness').map(({ id }) => id);
  // A part of a case, such as 18a, stands for the case.
  const isTested = (id: string) => titles.some((title) => new RegExp(`(?:^|\\D)${id}[a-z]?\\b`).test(title));
  expect(harness.length).toBeGreaterThan(20);
  expect(harness.filter((id) => !isTested(id))).toEqual([]);
});
