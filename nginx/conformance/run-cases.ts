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

interface Options {
  readonly onResult?: (result: Result) => void;
  /** When no further case begins, as `performance.now()` counts. */
  readonly endsAtMs?: number;
}

/** Runs the cases one after the other, so that no case meets a rate limit or a slow target because of another. */
export async function runCases(
  target: Target,
  cases: readonly Case[],
  { onResult = () => {}, endsAtMs = Infinity }: Options = {},
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of cases) {
    const result = { id: item.id, title: item.title, ...(await judge(target, item, endsAtMs)) };
    results.push(result);
    onResult(result);
  }
  return results;
}

async function judge(
  target: Target,
  item: Case,
  endsAtMs: number,
): Promise<Pick<Result, 'outcome' | 'detail'>> {
  const isOver = performance.now() > endsAtMs;
  const detail = isOver ? 'too slow to tell: the time of the check is over' : whyNotObservable(target, item);
  if (detail !== undefined) return { outcome: 'not-observable', detail };
  try {
    await item.run(target);
    return { outcome: 'passed' };
  } catch (error) {
    return { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
