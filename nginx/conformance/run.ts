import { whyNotObservable } from './case.ts';
import type { Case } from './case.ts';
import type { Target } from './target.ts';

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not-observable';
  /** What was expected and what came, or why nothing could be seen. */
  readonly detail?: string;
}

/** Runs the cases one after the other, so that a rate limit or a slow target is not mistaken for a fault. */
export async function runCases(
  target: Target,
  cases: readonly Case[],
  onResult: (result: Result) => void = () => {},
): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of cases) {
    const result = { id: one.id, title: one.title, ...(await judge(target, one)) };
    results.push(result);
    onResult(result);
  }
  return results;
}

async function judge(target: Target, one: Case): Promise<Pick<Result, 'outcome' | 'detail'>> {
  const why = whyNotObservable(target, one);
  if (why !== undefined || one.seen === 'harness') {
    return { outcome: 'not-observable', ...(why !== undefined && { detail: why }) };
  }
  try {
    await one.run(target);
    return { outcome: 'passed' };
  } catch (error) {
    return { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
