import type { Target } from './target.ts';

const needs = {
  'whole-origin': {
    met: (target: Target) => target.ownsOrigin && !target.stripped,
    why: 'the origin outside the base may belong to others',
  },
  'no-ingress': {
    met: (target: Target) => target.ownsOrigin,
    why: 'an ingress in front may have answered, or added to the answer',
  },
  'prefix-kept': {
    met: (target: Target) => !target.stripped,
    why: 'the ingress strips the base, so this address arrives as another',
  },
  'prefix-stripped': {
    met: (target: Target) => target.stripped,
    why: 'no ingress is said to strip the base',
  },
} as const;

type Need = keyof typeof needs;

/** What any client can see. `run` throws when the target does not keep to it. */
interface OutsideCase {
  /** The number in the document, with a letter where a case has parts. */
  readonly id: string;
  readonly title: string;
  readonly seen: 'outside';
  readonly needs?: readonly Need[];
  readonly run: (target: Target) => Promise<void>;
}

/** What only a test that controls the processes, calls or browser can see; it carries the same id there. */
interface HarnessCase {
  readonly id: string;
  readonly title: string;
  readonly seen: 'harness';
  readonly why: string;
}

export type Case = OutsideCase | HarnessCase;

/** Says why a case cannot be judged through this target; undefined where it can. */
export function whyNotObservable(target: Target, one: Case): string | undefined {
  if (one.seen === 'harness') return one.why;
  const unmet = one.needs?.find((need) => !needs[need].met(target));
  return unmet && needs[unmet].why;
}

export const BROWSER = 'seen in a browser only';
export const TEST_CALLS = 'needs calls that only the tests register';
export const PROCESSES = 'needs control of the processes behind the target';
