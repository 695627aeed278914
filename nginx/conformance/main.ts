import { NoResponse } from './request.ts';
import { allCases } from './cases/all.ts';
import { runChecks } from './doctor/run-checks.ts';
import { isStripped } from './doctor/prefix.ts';
import { overTls } from './doctor/tls.ts';
import { openTarget, type Target } from './target.ts';
import { runCases, type Result } from './run-cases.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

First the doctor looks for common misconfigurations between a browser and the application, and names the hop, the setting and the
remedy. Then every case of an application beneath a prefix is checked, as far as a client can observe it.
Some checks need the BFF started with DIAGNOSTICS=true; start it without that setting afterwards.

  --whole-origin   no other application and no ingress at this origin: check all of it
  --stripping      an ingress in front strips the prefix; detected if not given
  --json           print findings and results as JSON

Exit code: 0 no finding and no failure, 1 a finding, a failed case or no response, 2 wrong usage.`;

const FLAGS = ['--whole-origin', '--stripping', '--json'];
const ID_WIDTH = 16;
const MARKS = { passed: '✓', failed: '✗', 'not-observable': '–' } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  let target: Target;
  try {
    target = targetFrom(args);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  try {
    return await judge(target, args.includes('--json'));
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function judge(given: Target, json: boolean): Promise<number> {
  const print = (text: string) => json || console.log(text);
  const show = (result: Result) => json || printResult(result);
  const target = await overTls(given);
  if (target !== given) print(`${given.origin} redirects to ${target.origin}, which is checked instead.\n`);
  const diagnoses = await runChecks(target, show);
  const findings = diagnoses.flatMap(({ finding }) => finding ?? []);
  const [first] = findings;
  print(first ? `\nFound: ${findings.map(({ id }) => id).join(', ')}\n` : '\nNo finding\n');
  const stripped = target.stripped || (await isStripped(target));
  const cases = await runCases({ ...target, stripped }, allCases, show);
  const count = (outcome: Result['outcome']) => cases.filter((result) => result.outcome === outcome).length;
  const [passed, failed, rest] = [count('passed'), count('failed'), count('not-observable')];
  print(`\n${passed} passed, ${failed} failed, ${rest} not observable`);
  if (first) print(`Fix ${first.id} first. ${first.remedy}`);
  const hasDiagnostics = diagnoses.some(({ id, outcome }) => id === 'host' && outcome !== 'not-observable');
  if (hasDiagnostics) print('DIAGNOSTICS is on: remove the setting when you are done.');
  if (json)
    console.log(JSON.stringify({ address: target.origin + target.base, diagnoses, cases }, undefined, 2));
  return failed + findings.length > 0 ? 1 : 0;
}

function targetFrom(args: readonly string[]): Target {
  const flags = args.filter((arg) => arg.startsWith('-'));
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown) throw new TypeError(`${unknown}: unknown flag; expected one of ${FLAGS.join(', ')}`);
  const [address, ...more] = args.filter((arg) => !arg.startsWith('-'));
  if (address === undefined) throw new TypeError('no URL given; expected one, such as https://host/web');
  if (more.length > 0) throw new TypeError(`${more.join(' ')}: more than one URL; expected one`);
  return openTarget(address, {
    ownsOrigin: flags.includes('--whole-origin'),
    stripped: flags.includes('--stripping'),
  });
}

function printResult({ outcome, id, title, detail }: Result): void {
  console.log(`${MARKS[outcome]} ${id.padEnd(ID_WIDTH)} ${title}`);
  for (const line of detail?.split('\n') ?? []) console.log(`${' '.repeat(ID_WIDTH + 3)}${line}`);
}
