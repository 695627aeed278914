import type { Result } from './run-cases.ts';
import type { CheckOutcome } from './doctor/run-checks.ts';

const ID_WIDTH = 16;
const MARKS = { passed: '✓', failed: '✗', 'not-observable': '–' } as const;

/** A result with what was received, or with the reason why it could not be judged. */
export function resultText({ outcome, id, title, detail }: Result): string {
  const lines = detail?.split('\n').map((line) => `\n${' '.repeat(ID_WIDTH + 3)}${line}`) ?? [];
  return `${MARKS[outcome]} ${id.padEnd(ID_WIDTH)} ${title}${lines.join('')}`;
}

const idsWith = (results: readonly Result[], outcome: Result['outcome']) =>
  results.filter((result) => result.outcome === outcome).map(({ id }) => id);

const isForDiagnostics = ({ detail = '' }: Result) => detail.includes('DIAGNOSTICS=true');

/** What is well in one line, and what was not judged in another. */
export function checksText(outcomes: readonly CheckOutcome[]): string {
  const [passed, unjudged] = [idsWith(outcomes, 'passed'), idsWith(outcomes, 'not-observable')];
  const slow = outcomes.filter(({ isTooSlow }) => isTooSlow).map(({ id }) => id);
  const forDiagnostics = outcomes.filter(isForDiagnostics).length;
  return [
    passed.length > 0 && `✓ ${passed.join(', ')}`,
    unjudged.length > 0 &&
      `${unjudged.length} not observable${forDiagnostics > 0 ? `, ${forDiagnostics} of them without DIAGNOSTICS=true` : ''} (--verbose says why)`,
    slow.length > 0 && `Too slow to tell: ${slow.join(', ')}. Check again when the application is quicker.`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** How many cases passed, failed, and could not be judged. */
export function casesText(cases: readonly Result[]): string {
  const count = (outcome: Result['outcome']) => idsWith(cases, outcome).length;
  return `${count('passed')} cases passed, ${count('failed')} failed, ${count('not-observable')} not observable`;
}
