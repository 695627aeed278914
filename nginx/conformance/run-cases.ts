import { NotObservable } from './checks.ts';
import type { Cases } from './case.ts';
import { calls } from './cases/calls.ts';
import { documents } from './cases/documents.ts';
import { files } from './cases/files.ts';
import { paths } from './cases/paths.ts';
import { responses } from './cases/responses.ts';
import type { Target } from './target.ts';

export const allCases: Cases = { ...documents, ...calls, ...files, ...paths, ...responses };

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not-observable';
  /** Expected and received values, or the reason why the case is not observable. */
  readonly detail?: string;
}

/** Runs the cases sequentially, to avoid rate limits. */
export async function runCases(target: Target, cases: Cases): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, run] of Object.entries(cases)) {
    const [id = ''] = name.split(' ', 1);
    const item = { id, title: name.slice(id.length + 1) };
    try {
      await run(target);
      results.push({ ...item, outcome: 'passed' });
    } catch (error) {
      const outcome = error instanceof NotObservable ? 'not-observable' : 'failed';
      results.push({ ...item, outcome, detail: (error as Error).message });
    }
  }
  return results;
}
