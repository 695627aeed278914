import { setTimeout as sleep } from 'node:timers/promises';
import { NoResponse } from '../request.ts';
import type { Target } from '../target.ts';
import { isFromApplication } from './recognise.ts';
import { isFinding, type CheckResult } from './check.ts';

/** While a cheap call takes longer, what is late or missing may be so because of the application, or of this machine. */
const QUICK_MS = 500;
const EVERY_MS = 100;
const ATTEMPTS = 3;

/**
 * Returns a finding only if the check finds it again while the application is quick: cheap calls, sent meanwhile, tell a hop that
 * gives up from an application that is late.
 */
export async function confirm(target: Target, run: () => Promise<CheckResult>): Promise<CheckResult> {
  const first = await run();
  if (!isFinding(first)) return first;
  let slowestMs = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const running = run();
    slowestMs = await slowestCallBeside(target, running);
    const result = await running;
    if (!isFinding(result) || slowestMs < QUICK_MS) return result;
  }
  return {
    notObservable: `too slow to tell: meanwhile a cheap call took ${Math.round(slowestMs)} ms`,
    isTooSlow: true,
  };
}

/** Sends cheap calls one after the other, at least one, until the work is done; the milliseconds of the slowest. */
async function slowestCallBeside(target: Target, work: Promise<unknown>): Promise<number> {
  const done = work.then(() => true);
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
