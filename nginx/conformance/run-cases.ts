import { NotObservable } from './checks.ts';
import type { Cases } from './case.ts';
import type { Target } from './target.ts';

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not-observable';
  /** What was expected and received, or why the case could not be judged. */
  readonly detail?: string;
}

/**
 * Runs the cases one after the other, so that no case meets a rate limit or a slow target because of another. No case begins after
 * `endsAtMs`, as `performance.now()` counts.
 */
export async function runCases(target: Target, cases: Cases, endsAtMs = Infinity): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, run] of Object.entries(cases)) {
    const [id = ''] = name.split(' ', 1);
    const item = { id, title: name.slice(id.length + 1) };
    try {
      if (performance.now() > endsAtMs)
        throw new NotObservable('too slow to tell: the time of the check is over');
      await run(target);
      results.push({ ...item, outcome: 'passed' });
    } catch (error) {
      const outcome = error instanceof NotObservable ? 'not-observable' : 'failed';
      results.push({ ...item, outcome, detail: (error as Error).message });
    }
  }
  return results;
}
