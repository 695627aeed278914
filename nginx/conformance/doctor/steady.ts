import { setTimeout as sleep } from 'node:timers/promises';
import { header, NotObservable } from '../checks.ts';
import { NoResponse, type RequestOptions, type TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';
import { ask, arrivedIn } from './ask.ts';
import type { Difference } from './check.ts';
import { isFromApplication, summary } from './recognise.ts';

type Answer = TargetResponse | NoResponse;

const WAITS_S = [0, 1, 2, 4, 8];
/** After so many refusals that no wait has ended, they are those of a rule. */
const REFUSED = 3;

export const textOf = (answer: Answer): string =>
  answer instanceof NoResponse ? answer.message : summary(answer);

/** The response, or why there is none. */
export async function answerOf(response: Promise<TargetResponse>): Promise<Answer> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof NoResponse) return error;
    throw error;
  }
}

const isForeign = (answer: Answer): boolean =>
  answer instanceof NoResponse ? !answer.isLate : !isFromApplication(answer);

/** Whether it may be that of a limit of the rate. */
export const isLimit = (answer: Answer): boolean =>
  !(answer instanceof NoResponse) && [403, 429, 503].includes(answer.status);

/** What it is where only some of the same requests reach the application. */
export function kindOfSome(answer: Answer): Difference['kind'] {
  if (answer instanceof NoResponse || answer.status >= 500) return 'sometimes-fails';
  if (isFromApplication(answer)) return 'secret-unknown';
  return [403, 429].includes(answer.status) ? 'sometimes-fails' : 'another-application';
}

interface Options {
  readonly secret: string;
  /** Gets the text of a response by which a hop limits the rate of requests. */
  readonly onWait: (text: string) => void;
  /** Gets what differs from one time to the other. */
  readonly onSeldom: (difference: Difference) => void;
}

/**
 * The target, asked again where another server responds, or nothing: what then arrives fails only sometimes. Where a request that has
 * arrived before fails as well, a hop limits the rate, and the next one waits; if it never ends, nothing more is observable.
 */
export function steadied(target: Target, { secret, onWait, onSeldom }: Options): Target {
  let isOver = false;
  let refused = 0;
  const ids = new Set<string | undefined>();
  const isWell = async () => {
    const answer = await answerOf(ask({ target, secret }, 'echo'));
    return answer instanceof NoResponse ? answer.isLate : arrivedIn(answer) !== undefined;
  };
  const again = async (path: string, options: RequestOptions | undefined, first: Answer) => {
    for (const seconds of WAITS_S) {
      await sleep(seconds * 1_000);
      if (isOver) break;
      if (!(await isWell())) continue;
      await sleep(Math.min(seconds, 1) * 1_000);
      const answer = await answerOf(target.request(path, options));
      // Of a limit of the rate the request before has taken what was left.
      if (isForeign(answer) && isLimit(answer) && seconds === 0 && refused < REFUSED) continue;
      if (isForeign(answer)) {
        if (seconds > 0) refused += 1;
        return answer;
      }
      if (seconds > 0) onWait(textOf(first));
      else onSeldom({ kind: kindOfSome(first), quote: `once ${textOf(first)}, then it arrived` });
      return answer;
    }
    if (!isOver) onSeldom({ kind: 'rate-limited', quote: `${textOf(first)}, as everything after it` });
    isOver = true;
    throw new NotObservable('not checked: a hop refuses everything by now');
  };
  return {
    ...target,
    request: async (path, options) => {
      const first = await answerOf(target.request(path, options));
      const answer = isForeign(first) ? await again(path, options, first) : first;
      if (answer instanceof NoResponse) throw answer;
      const id = header(answer, 'x-request-id');
      // What a cache keeps of GET is found from the start.
      if (ids.has(id) && options?.method === 'POST') {
        onSeldom({ kind: 'cached', quote: `${summary(answer)}, with the request id of an earlier one` });
        throw new NotObservable('a cache responds');
      }
      if (id !== undefined) ids.add(id);
      return answer;
    },
  };
}
