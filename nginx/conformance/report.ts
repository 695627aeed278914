import type { Result } from './run-cases.ts';
import type { Diagnosis, Finding } from './doctor/run-checks.ts';

const ID_WIDTH = 16;
const MARKS = { passed: '✓', failed: '✗', 'not-observable': '–' } as const;

const indented = (lines: readonly string[]) => lines.map((line) => `\n${' '.repeat(4)}${line}`).join('');

/** A result with what was received, or with the reason why it could not be judged. */
export const resultText = ({ outcome, id, title, detail }: Result): string =>
  `${MARKS[outcome]} ${id.padEnd(ID_WIDTH)} ${title}${indented(detail?.split('\n') ?? [])}`;

/** Where the difference arises, what it is, why it matters, and what to change. */
export function findingText({ id, hop, why, setting, quotes: [first = '', ...more] }: Finding): string {
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  return `✗ ${id}${indented([`at:      ${hop}`, `what:    ${first}${others}`, `why:     ${why}`, `setting: ${setting}`])}`;
}

const idsWith = (results: readonly Result[], outcome: Result['outcome']) =>
  results.filter((result) => result.outcome === outcome).map(({ id }) => id);

/** What is well in one line, and what was not judged in another. */
export function diagnosisText({ results, findings }: Diagnosis): string {
  const passed = idsWith(results, 'passed');
  const unjudged = results.filter(({ outcome }) => outcome === 'not-observable');
  return [
    ...(passed.length > 0 ? [`✓ ${passed.join(', ')}`] : []),
    ...unjudged.map(({ id, detail }) => `– ${id}: ${detail}`),
    ...findings.map(findingText),
    findings.length > 0 ? `Found: ${findings.map(({ id }) => id).join(', ')}\n` : 'No finding\n',
  ].join('\n');
}

/** How many cases passed, failed, and could not be judged. */
export function casesText(cases: readonly Result[], hasFindings: boolean): string {
  const count = (outcome: Result['outcome']) => idsWith(cases, outcome).length;
  const because = hasFindings && count('failed') > 0 ? ' because of it (--verbose lists them)' : '';
  return `${count('passed')} cases passed, ${count('failed')} failed${because}, ${count('not-observable')} not observable`;
}
