import { afterAll, beforeAll, expect, test } from 'vitest';
import { grown } from './growth.ts';
import { openFuzz } from './run-fuzz.ts';
import { startTargets, type Target } from './start-targets.ts';

const SEED = 13;
/** `npm run bench:nginx -- fuzz` sends 100,000. */
const REQUESTS = 2_000;

let targets: readonly Target[];
beforeAll(async () => {
  targets = await startTargets();
});
afterAll(async () => {
  for (const target of targets) await target.stop();
});

test('the BFF and nginx answer every request, valid or not, as the contract says, and nothing of them grows', async () => {
  const { findings, growth } = await (await openFuzz(targets, SEED)).run(REQUESTS);
  expect(findings.map(({ index, target, what }) => `${index} ${target}: ${what}`)).toEqual([]);
  expect(grown(growth)).toEqual([]);
});
