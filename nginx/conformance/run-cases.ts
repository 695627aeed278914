import { whyNotObservable } from './case.ts';
import type { Case } from './case.ts';
import type { Target } from './target.ts';

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not-observable';
  /** What was expected and received, or why the case could not be judged. */
  readonly detail?: string;
}

/** Runs the cases one after the other, so that no case meets a rate limit or a slow target because of another. */
export async function runCases(
  target: Target,
  cases: readonly Case[],
  onResult: (result: Result) => void = () => {},
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of cases) {
    const result = { id: item.id, title: item.title, ...(await judge(target, item)) };
    results.push(result);
    onResult(result);
  }
  return results;
}

async function judge(target: Target, item: Case): Promise<Pick<Result, 'outcome' | 'detail'>> {
  const detail = whyNotObservable(target, item);
  if (item.seen === 'harness' || detail !== undefined)
    return { outcome: 'not-observable', ...(detail !== undefined && { detail }) };
  try {
    await item.run(target);
    return { outcome: 'passed' };
  } catch (error) {
    return { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
