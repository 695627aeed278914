import { setTimeout as sleep } from 'node:timers/promises';
import { header } from '../checks.ts';
import type { TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';
import { isFromApplication, summary } from './recognise.ts';

const LONGEST_WAIT_S = 5;
/** After so many waits for one request the limit is no limit, but a refusal. */
const WAITS = 8;

/** The seconds to wait before the request is sent again; undefined where nobody asks for it, and no limit is known. */
function waitOf(response: TargetResponse, isLimited: boolean): number | undefined {
  // One that the check has asked for is none.
  if (header(response, 'content-disposition')?.includes('diagnostics')) return undefined;
  const after = header(response, 'retry-after');
  const isBusy =
    response.status === 503 && (after !== undefined || (isLimited && !isFromApplication(response)));
  if (response.status !== 429 && !isBusy) return undefined;
  return Math.min(Math.max(Number(after) || 1, 1), LONGEST_WAIT_S);
}

/**
 * The target, asked more slowly where it, or a hop, limits the rate of requests; `onWait` gets a response that asks for it. While `isLimited`
 * says that a hop does so, a 503 of a hop without Retry-After is waited for, too.
 */
export function paced(target: Target, onWait: (text: string) => void, isLimited = () => false): Target {
  let isRefused = false;
  return {
    ...target,
    request: async (path, options) => {
      for (let waits = 0; ; waits += 1) {
        const response = await target.request(path, options);
        const seconds = waitOf(response, isLimited());
        if (seconds === undefined || isRefused) return response;
        isRefused = waits === WAITS;
        onWait(summary(response));
        await sleep(seconds * 1_000);
      }
    },
  };
}
