import type { Result } from './run-cases.ts';
import type { IngressProxy } from './doctor/advice.ts';
import type { Diagnosis, Finding } from './doctor/run-checks.ts';

const ID_WIDTH = 4;
/** Of a finding, with both sides of a difference each. */
const QUOTES = 4;

const indented = (lines: readonly string[]) => lines.map((line) => `\n${' '.repeat(4)}${line}`).join('');

/** Where the difference arises, what it is, why it matters, and what to change. */
function findingText({ id, hop, why, setting, quotes }: Finding): string {
  const others = quotes.length > QUOTES ? ` (and ${quotes.length - QUOTES} more)` : '';
  const what = quotes.slice(0, QUOTES).join(`\n${' '.repeat(13)}`) + others;
  return `✗ ${id}${indented([`at:      ${hop}`, `what:    ${what}`, `why:     ${why}`, `setting: ${setting}`])}`;
}

const having = (results: readonly Result[], outcome: Result['outcome']) =>
  results.filter((result) => result.outcome === outcome);

/** What is well in one line, and what was not judged in another. */
export function diagnosisText({ results, findings }: Diagnosis): string {
  const passed = having(results, 'passed').map(({ id }) => id);
  return [
    ...(passed.length > 0 ? [`✓ ${passed.join(', ')}`] : []),
    ...having(results, 'not-observable').map(({ id, detail }) => `– ${id}: ${detail}`),
    ...findings.map(findingText),
    findings.length > 0 ? `Found: ${findings.map(({ id }) => id).join(', ')}\n` : 'No finding\n',
  ].join('\n');
}

/** Whose words the settings of the findings are in. */
export function settingsText(proxy: IngressProxy | undefined): string {
  const which = proxy
    ? `Settings are those of ${proxy}, which says that it responds`
    : "The proxy in front does not say what it is: settings are nginx's";
  return `${which}; --ingress names another.`;
}

/** Each case that failed, unless a finding is its cause, and how many passed, failed and could not be judged. */
export function casesText(cases: readonly Result[], hasFindings: boolean): string {
  const count = (outcome: Result['outcome']) => having(cases, outcome).length;
  const counts = `${count('passed')} cases passed, ${count('failed')} failed`;
  const end = `${count('not-observable')} not observable`;
  if (count('failed') === 0) return `${counts}, ${end}`;
  if (hasFindings) return `${counts} because of it (--json lists them), ${end}`;
  const failures = having(cases, 'failed').map(
    ({ id, title, detail = '' }) => `✗ ${id.padEnd(ID_WIDTH)} ${title}${indented(detail.split('\n'))}`,
  );
  const where = 'The numbers are those of the cases in nginx/conformance/cases/.';
  return [...failures, where, `${counts}, ${end}`].join('\n');
}
