import type { Target } from './target.ts';

const needs = {
  'whole-origin': {
    isMet: (target: Target) => target.ownsOrigin && !target.stripped,
    why: 'the origin outside the base path may belong to other applications',
  },
  'no-ingress': {
    isMet: (target: Target) => target.ownsOrigin,
    why: 'an ingress in front may send or change the response',
  },
  'prefix-kept': {
    isMet: (target: Target) => !target.stripped,
    why: 'the ingress strips the prefix, so this path arrives as another one',
  },
  'prefix-stripped': {
    isMet: (target: Target) => target.stripped,
    why: 'no ingress is known to strip the prefix',
  },
} as const;

type Need = keyof typeof needs;

export type RunCase = (target: Target) => Promise<void>;

interface NamedCase {
  /** The number of the case, with a letter where a case has parts; the numbers 1 to 41 are the definition of "served beneath a prefix". */
  readonly id: string;
  readonly title: string;
}

/** A case that any client can observe. `run` throws when the target does not behave as the case says. */
interface OutsideCase extends NamedCase {
  readonly seen: 'outside';
  readonly needs: readonly Need[];
  readonly run: RunCase;
}

/** A case that needs control of the processes, calls or browser: the end-to-end tests observe it. */
interface HarnessCase extends NamedCase {
  readonly seen: 'harness';
  readonly why: string;
}

export type Case = OutsideCase | HarnessCase;

function named(name: string): NamedCase {
  const [id = ''] = name.split(' ', 1);
  return { id, title: name.slice(id.length + 1) };
}

/** Cases by `id title`, with what all of them need of the target. */
export const outside = (cases: Readonly<Record<string, RunCase>>, ...needs: Need[]): Case[] =>
  Object.entries(cases).map(([name, run]) => ({ ...named(name), seen: 'outside', needs, run }));

/** Cases by `id title`, with the reason why only the end-to-end tests can observe them. */
export const harness = (why: string, ...names: string[]): Case[] =>
  names.map((name) => ({ ...named(name), seen: 'harness', why }));

export const BROWSER = 'needs a browser';
export const TEST_CALLS = 'needs calls that only the tests register';
export const PROCESSES = 'needs control of the processes behind the target';

/** Why a case cannot be judged at this target; undefined where it can. */
export function whyNotObservable(target: Target, item: Case): string | undefined {
  if (item.seen === 'harness') return item.why;
  const unmet = item.needs.find((need) => !needs[need].isMet(target));
  return unmet && needs[unmet].why;
}
