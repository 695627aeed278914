import { deepStrictEqual } from 'node:assert';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Answered, Order } from './crowd.ts';
import { ratio, spread } from './measure.ts';
import { p99, probing } from './probe.ts';
import { jsonOf, withServers } from './open-server.ts';

const CALLERS = 1000;
const SLOW_MS = 2000;
const BEFORE_MS = 2000;
/** The crowd counts as arriving for at least this time, and until the last of its refused requests is answered. */
const ARRIVING_MS = 1000;
/** By default 32 requests run and 64 wait. */
const ADMITTED = { slow: 96, unguarded: CALLERS };

interface Round {
  readonly before: number;
  readonly arriving: number;
  readonly hanging: number;
  readonly refused: number;
  readonly lastRefusedMs: number;
  /** Fast calls that were refused although they use another upstream, because the process was busy. */
  readonly fastRefused: number;
}

/** How 1,000 callers of a slow upstream slow down the callers of another one. */
export const benchBulkhead = (rounds: number): Promise<void> =>
  withServers(async (open) => {
    const service = await open('service');
    const slow = await open('service', {
      DELAY_MS: String(SLOW_MS),
    });
    const bff = await open('ours', {
      UPSTREAM: service.origin,
      SLOW_UPSTREAM: slow.origin,
    });
    deepStrictEqual(
      await jsonOf(`${bff.origin}/web/api/things/42`),
      await jsonOf(`${service.origin}/things/42`),
    );
    const crowd = new Worker(new URL('crowd.ts', import.meta.url));
    try {
      const measured: Record<keyof typeof ADMITTED, Round[]> = { slow: [], unguarded: [] };
      for (let at = 0; at <= rounds; at += 1) {
        for (const upstream of ['slow', 'unguarded'] as const) {
          const one = await round(`${bff.origin}/web/api`, upstream, crowd);
          if (at > 0) measured[upstream].push(one);
        }
      }
      console.log(
        `\np99 of a fast call, 200 a second, while ${CALLERS} callers ask for what takes ${SLOW_MS} ms, over before`,
      );
      console.log(' with the bulkhead of the defaults');
      reportRounds(measured.slow);
      console.log(' without a bulkhead (10,000 connections)');
      reportRounds(measured.unguarded);
    } finally {
      await crowd.terminate();
    }
  });

async function round(api: string, upstream: keyof typeof ADMITTED, crowd: Worker): Promise<Round> {
  const sent = async (address: string): Promise<Answered[]> => {
    const answered = once(crowd, 'message');
    crowd.postMessage({ address, callers: CALLERS } satisfies Order);
    return ((await answered) as [Answered[]])[0];
  };
  // Opens the connections, which are not measured.
  check(await sent(`${api}/status`), CALLERS);
  await sleep(500);
  const fast = `${api}/things/42`;
  const before = await probing(fast, sleep(BEFORE_MS));
  const from = performance.now();
  const work = sent(`${api}/${upstream}/42`);
  const during = await probing(fast, work);
  const answers = await work;
  check(answers, ADMITTED[upstream]);
  const refused = answers.filter(({ status }) => status === 503);
  const lastRefusedMs = Math.max(0, ...refused.map(({ milliseconds }) => milliseconds));
  const arrivedAt = from + Math.max(ARRIVING_MS, lastRefusedMs);
  return {
    before: p99(before),
    arriving: p99(during.filter(({ sentAt }) => sentAt < arrivedAt)),
    hanging: p99(during.filter(({ sentAt }) => sentAt >= arrivedAt)),
    fastRefused: during.filter((sample) => sample.refused).length,
    refused: refused.length,
    lastRefusedMs,
  };
}

/** Throws if more requests than the bulkhead admits are answered, or one is refused for another reason than overload. */
function check(answers: readonly Answered[], admitted: number): void {
  const outcomes = Object.groupBy(answers, ({ status, code }) => (code ? `${status} ${code}` : `${status}`));
  const counts = Object.fromEntries(Object.entries(outcomes).map(([name, all = []]) => [name, all.length]));
  const { '200': fine = 0, '503 upstream-overloaded': full = 0, '503 unavailable': shed = 0 } = counts;
  if (fine > admitted || fine + full + shed !== answers.length)
    throw new Error(
      `of ${answers.length} callers at most ${admitted} were to be answered: ${JSON.stringify(counts)}`,
    );
}

function reportRounds(rounds: readonly Round[]): void {
  const of = (figure: keyof Round) => rounds.map((one) => one[figure]);
  console.log(`  p99 before              ${spread(of('before'), ' ms')}`);
  console.log(`  p99 while they arrive   ${spread(of('arriving'), ' ms')}`);
  console.log(`  p99 while they hang     ${spread(of('hanging'), ' ms')}`);
  console.log(`  arriving over before    ${ratio(of('arriving'), of('before'))}`);
  console.log(`  hanging over before     ${ratio(of('hanging'), of('before'))}`);
  console.log(`  fast calls refused      ${spread(of('fastRefused'), '', 0)}`);
  console.log(`  of the crowd refused    ${spread(of('refused'), '', 0)}`);
  console.log(`  the last of them after  ${spread(of('lastRefusedMs'), ' ms')}`);
}
