import type { Diagnosed } from './doctor/diagnose.ts';
import type { Result } from './run-cases.ts';

const ID_WIDTH = 4;

const indented = (lines: readonly string[]) => lines.map((line) => `\n    ${line}`).join('');

/** Formats each finding with both sides of the difference and the setting to check. */
export function diagnosisText(findings: readonly Diagnosed[]): string {
  const texts = findings.map(
    ({ finding, difference, setting }) =>
      `✗ ${finding}${indented([...difference.split('\n'), `Check: ${setting}`])}\n`,
  );
  return [...texts, texts.length > 0 ? '' : 'No finding\n'].join('\n');
}

/** Formats the failed cases, and counts the outcomes. */
export function casesText(cases: readonly Result[]): string {
  const having = (outcome: Result['outcome']) => cases.filter((result) => result.outcome === outcome);
  const failed = having('failed');
  const counts = `${having('passed').length} cases passed, ${failed.length} failed, ${having('not-observable').length} not observable`;
  if (failed.length === 0) return counts;
  const failures = failed.map(
    ({ id, title, detail = '' }) => `✗ ${id.padEnd(ID_WIDTH)} ${title}${indented(detail.split('\n'))}`,
  );
  return [...failures, 'The numbers are those of the cases in nginx/conformance/cases/.', counts].join('\n');
}
