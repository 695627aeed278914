import { NoAnswer } from './request.ts';
import { allCases } from './cases/all.ts';
import { examine } from './doctor/run-checks.ts';
import { isStripped } from './doctor/prefix.ts';
import { secured } from './doctor/secured.ts';
import { openTarget } from './target.ts';
import type { Target } from './target.ts';
import { runCases } from './run.ts';
import type { Result } from './run.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

First the doctor looks for what is commonly wrong between a browser and the application, and names the hop, the setting and the
remedy. Start the application with DIAGNOSTICS=true for what cannot be seen from outside, and without it afterwards. Then every case
of "served beneath its prefix" that can be seen from outside is asked for.

  --whole-origin   nothing else answers at this origin and no ingress stands in front: judge all of it
  --stripping      an ingress in front strips the prefix; noticed where it is not said
  --json           print findings and results as JSON

Exit code: 0 no finding and no failure, 1 a finding, a failed case or no answer, 2 wrong usage.`;

const FLAGS = ['--whole-origin', '--stripping', '--json'];
const ID_WIDTH = 16;
const MARKS = { passed: '✓', failed: '✗', 'not-observable': '–' } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(given: readonly string[]): Promise<number> {
  if (given.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  let target: Target;
  try {
    target = doorFrom(given);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  try {
    return await judge(target, given.includes('--json'));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function judge(given: Target, json: boolean): Promise<number> {
  const say = (text: string) => json || console.log(text);
  const show = (result: Result) => json || print(result);
  const target = await secured(given);
  if (target !== given) say(`${given.origin} leads to ${target.origin}, which is judged instead.\n`);
  const diagnoses = await examine(target, show);
  const findings = diagnoses.flatMap(({ finding }) => finding ?? []);
  const [first] = findings;
  say(first ? `\nFound: ${findings.map(({ id }) => id).join(', ')}\n` : '\nNo finding\n');
  const stripped = target.stripped || (await isStripped(target));
  const cases = await runCases({ ...target, stripped }, allCases, show);
  const count = (outcome: Result['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  const [passed, failed, rest] = [count('passed'), count('failed'), count('not-observable')];
  say(`\n${passed} passed, ${failed} failed, ${rest} not observable`);
  if (first) say(`Begin with ${first.id}. ${first.remedy}`);
  const isTold = diagnoses.some(({ id, outcome }) => id === 'host' && outcome !== 'not-observable');
  if (isTold) say('DIAGNOSTICS is on: leave it out when you are done.');
  if (json)
    console.log(JSON.stringify({ address: target.origin + target.base, diagnoses, cases }, undefined, 2));
  return failed + findings.length > 0 ? 1 : 0;
}

function doorFrom(given: readonly string[]): Target {
  const flags = given.filter((one) => one.startsWith('-'));
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown) throw new TypeError(`${unknown}: unknown flag; expected one of ${FLAGS.join(', ')}`);
  const [address, ...more] = given.filter((one) => !one.startsWith('-'));
  if (address === undefined) {
    throw new TypeError('no address given; expected one, such as https://host/web');
  }
  if (more.length > 0) throw new TypeError(`${more.join(' ')}: more than one address; expected one`);
  return openTarget(address, {
    ownsOrigin: flags.includes('--whole-origin'),
    stripped: flags.includes('--stripping'),
  });
}

function print({ outcome, id, title, detail }: Result): void {
  console.log(`${MARKS[outcome]} ${id.padEnd(ID_WIDTH)} ${title}`);
  if (detail === undefined) return;
  for (const line of detail.split('\n')) console.log(`${' '.repeat(ID_WIDTH + 3)}${line}`);
}
