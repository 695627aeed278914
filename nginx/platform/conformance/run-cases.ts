import { NotObservable } from './checks.ts';
import { settingsFor } from './advice.ts';
import type { Cases } from './case.ts';
import { arrival } from './cases/arrival.ts';
import { calls } from './cases/calls.ts';
import { documents } from './cases/documents.ts';
import { files } from './cases/files.ts';
import { paths } from './cases/paths.ts';
import { reach } from './cases/reach.ts';
import { responses } from './cases/responses.ts';
import { signIn } from './cases/sign-in.ts';
import type { Target } from './target.ts';

/**
 * All cases. Cases that only one cause can make fail come first, so that the first failure names the cause, even if the cause makes later cases fail,
 * too.
 */
export const allCases: Cases = {
  ...reach,
  ...arrival,
  ...signIn,
  ...calls,
  ...responses,
  ...documents,
  ...files,
  ...paths,
};

export interface Result {
  readonly id: string;
  readonly title: string;
  /** Ingress settings to check after a failure. */
  readonly settings: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'not-observable';
  /** Expected and received values, or the reason why the case is not observable. */
  readonly detail?: string;
}

/** Runs the cases sequentially, to avoid rate limits. A case is not observable if a case that it needs has failed. */
export async function runCases(target: Target, cases: Cases = allCases): Promise<Result[]> {
  const results: Result[] = [];
  /** Ids of failed prerequisites. All cases need 0a to 0c; only those in `arrival` need 0d. */
  const failed: string[] = [];
  for (const [name, run] of Object.entries(cases)) {
    const [id = ''] = name.split(' ', 1);
    const item = { id, title: name.slice(id.length + 1), settings: settingsFor(id) };
    try {
      const needed = failed.find((before) => before !== '0d' || name in arrival);
      if (needed) throw new NotObservable(`case ${needed} failed`);
      await run(target);
      results.push({ ...item, outcome: 'passed' });
    } catch (error) {
      const outcome = error instanceof NotObservable ? 'not-observable' : 'failed';
      results.push({ ...item, outcome, detail: (error as Error).message });
      if (outcome === 'failed' && id.startsWith('0')) failed.push(id);
    }
  }
  return results;
}
