import { NoAnswer } from './ask.ts';
import { allCases } from './cases/all.ts';
import { openDoor } from './door.ts';
import type { Door } from './door.ts';
import { runCases } from './run.ts';
import type { Result } from './run.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

Asks a running installation for every case of "served beneath its prefix" that can be seen from outside.

  --whole-origin   nothing else answers at this origin and no ingress stands in front: judge all of it
  --stripping      an ingress in front strips the prefix
  --json           print the results as JSON

Exit code: 0 all passed, 1 a case failed or nothing answered, 2 wrong usage.`;

const FLAGS = ['--whole-origin', '--stripping', '--json'];
const MARKS = { passed: '✓', failed: '✗', 'not-observable': '–' } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(given: readonly string[]): Promise<number> {
  if (given.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  let door: Door;
  try {
    door = doorFrom(given);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  const json = given.includes('--json');
  try {
    await door.ask(`${door.base}/`);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    console.error(error.message);
    return 1;
  }
  const results = await runCases(door, allCases, json ? undefined : print);
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  if (json) console.log(JSON.stringify(results, undefined, 2));
  else {
    const [passed, failed, rest] = [count('passed'), count('failed'), count('not-observable')];
    console.log(`\n${passed} passed, ${failed} failed, ${rest} not observable`);
  }
  return count('failed') > 0 ? 1 : 0;
}

function doorFrom(given: readonly string[]): Door {
  const flags = given.filter((one) => one.startsWith('-'));
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown) throw new TypeError(`${unknown}: unknown flag; expected one of ${FLAGS.join(', ')}`);
  const [address, ...more] = given.filter((one) => !one.startsWith('-'));
  if (address === undefined) {
    throw new TypeError('no address given; expected one, such as https://host/web');
  }
  if (more.length > 0) throw new TypeError(`${more.join(' ')}: more than one address; expected one`);
  return openDoor(address, {
    ownsOrigin: flags.includes('--whole-origin'),
    stripped: flags.includes('--stripping'),
  });
}

function print({ outcome, id, title, detail }: Result): void {
  console.log(`${MARKS[outcome]} ${id.padEnd(4)} ${title}`);
  if (detail === undefined) return;
  for (const line of detail.split('\n')) console.log(`       ${line}`);
}
