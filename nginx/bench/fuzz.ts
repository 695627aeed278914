import { grown } from '../test/fuzz/growth.ts';
import { openFuzz, type FuzzResult } from '../test/fuzz/run-fuzz.ts';
import { startTargets } from '../test/fuzz/start-targets.ts';

const SEED = 20_261_122;
const REQUESTS = 100_000;
const MAX_HEX = 2_000;

/** Sends 100,000 requests to the BFF and to nginx, and prints what is wrong with the answers. Sets the exit code if anything is. */
export async function benchFuzz(): Promise<void> {
  const targets = await startTargets();
  try {
    const from = performance.now();
    const result = await (await openFuzz(targets, SEED)).run(REQUESTS);
    const seconds = Math.round((performance.now() - from) / 1_000);
    console.log(`\nFuzz: ${REQUESTS} requests to each server in ${seconds} s, seed ${SEED}`);
    report(result);
  } finally {
    for (const target of targets) await target.stop();
  }
}

function report({ findings, statuses, differences, growth }: FuzzResult): void {
  for (const [target, counts] of Object.entries(statuses)) {
    const shown = Object.entries(counts).map(([status, count]) => `${status}: ${count}`);
    console.log(`  ${target.padEnd(8)}  ${shown.join('  ')}`);
  }
  for (const [target, figures] of Object.entries(growth)) {
    const shown = Object.entries(figures).map(([name, ratio]) => `${name} ${ratio.toFixed(2)}×`);
    console.log(`  ${target.padEnd(8)}  from the warm-up to the end: ${shown.join('  ')}`);
  }
  const different = [...differences].toSorted(([, a], [, b]) => b.count - a.count);
  console.log(
    '  first answers that differ, mostly to requests that are not valid HTTP (BFF nginx: how often, an index)',
  );
  for (const [statuses, { count, first }] of different) console.log(`    ${statuses}: ${count}, ${first}`);
  const growing = grown(growth);
  for (const what of growing) console.log(`  grown: ${what}`);
  for (const { index, target, what, request } of findings)
    console.log(
      `  ${target}: ${what}\n    index ${index}: ${request.bytes.toString('hex').slice(0, MAX_HEX)}`,
    );
  console.log(`  ${findings.length + growing.length} findings`);
  if (findings.length + growing.length > 0) process.exitCode = 1;
}
