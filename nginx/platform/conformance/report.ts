import type { Result } from './run-cases.ts';

const ID_WIDTH = 4;

/** Formats the failed cases, with the settings to check, and counts the outcomes. */
export function report(results: readonly Result[]): string {
  const having = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome);
  const failed = having('failed').map(({ id, title, detail = '', settings }) =>
    [
      `✗ ${id.padEnd(ID_WIDTH)} ${title}`,
      ...detail.split('\n'),
      ...settings.map((setting) => `Check: ${setting}`),
    ].join('\n    '),
  );
  if (failed.length > 0)
    failed.push('The numbers are those of the cases in nginx/platform/conformance/cases/.');
  const skipped = having('not-observable');
  const reasons = [...new Set(skipped.map(({ detail }) => `Not observable: ${detail}.`))];
  const counts = `${having('passed').length} cases passed, ${having('failed').length} failed, ${skipped.length} not observable`;
  return [...failed, ...reasons, counts].join('\n');
}
