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

export interface Case {
  /** The number of the case, with a letter where a case has parts; the numbers 1 to 41 are the definition of "served beneath a prefix". */
  readonly id: string;
  readonly title: string;
  readonly needs: readonly Need[];
  /** Throws when the target does not behave as the case says. */
  readonly run: RunCase;
}

/** Cases by `id title`, with what all of them need of the target. */
export const outside = (cases: Readonly<Record<string, RunCase>>, ...needs: Need[]): Case[] =>
  Object.entries(cases).map(([name, run]) => {
    const [id = ''] = name.split(' ', 1);
    return { id, title: name.slice(id.length + 1), needs, run };
  });

/** Why a case cannot be judged at this target; undefined where it can. */
export function whyNotObservable(target: Target, item: Case): string | undefined {
  const unmet = item.needs.find((need) => !needs[need].isMet(target));
  return unmet && needs[unmet].why;
}
