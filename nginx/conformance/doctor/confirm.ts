import { setTimeout as sleep } from 'node:timers/promises';
import { NotObservable } from '../checks.ts';
import { NoResponse } from '../request.ts';
import type { Target } from '../target.ts';
import type { Difference } from './check.ts';
import { isFromApplication } from './recognise.ts';

/** While a cheap call takes longer, what is late or missing may be so because of the application, or of this machine. */
const QUICK_MS = 500;
const EVERY_MS = 100;
const ATTEMPTS = 3;
/** What a slow application looks like. */
const OF_TIME = new Set([
  'sometimes-fails',
  'stream-cut',
  'response-header-limit',
  'events-held-back',
  'timeout-in-front',
  'response-replaced',
  'response-body-cut',
  'body-limit',
]);

/**
 * The differences that a check finds twice. Those that a slow application could cause must be found while it is quick: cheap calls, sent
 * meanwhile, tell a hop that gives up from an application that is late. Throws `NotObservable`.
 */
export async function confirm(
  target: Target,
  run: () => Promise<readonly Difference[]>,
): Promise<readonly Difference[]> {
  if ((await run()).length === 0) return [];
  for (let attempt = 0; ; attempt += 1) {
    const running = run();
    const slowestMs = await slowestCallBeside(target, running);
    const found = await running;
    if (slowestMs < QUICK_MS || !found.some(({ kind }) => OF_TIME.has(kind))) return found;
    if (attempt === ATTEMPTS - 1)
      throw new NotObservable(`too slow to tell: meanwhile a cheap call took ${Math.round(slowestMs)} ms`);
  }
}

/** Sends cheap calls one after the other, at least one, until the work is done; the milliseconds of the slowest. */
async function slowestCallBeside(target: Target, work: Promise<unknown>): Promise<number> {
  const done = work.then(
    () => true,
    () => true,
  );
  for (let slowestMs = 0; ;) {
    slowestMs = Math.max(slowestMs, await cheapCall(target));
    if (await Promise.race([done, sleep(EVERY_MS, false)])) return slowestMs;
  }
}

/** How long the application needed for a cheap call; 0 where a hop says that it reaches none. */
async function cheapCall(target: Target): Promise<number> {
  const startedAt = performance.now();
  try {
    const response = await target.request(`${target.base}/api/nope`);
    // HAProxy tries for seconds to connect; where it waits for a response in vain, it sends 504.
    if ([502, 503].includes(response.status) && !isFromApplication(response)) return 0;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
  }
  return performance.now() - startedAt;
}
