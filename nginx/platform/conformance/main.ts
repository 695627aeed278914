import { parseArgs } from 'node:util';
import { report } from './report.ts';
import { NoResponse } from './request.ts';
import { runCases } from './run-cases.ts';
import { openTarget } from './target.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

Checks every case of an application beneath a prefix that a client can observe, and names the settings of the ingress to check after a failure.
If DIAGNOSTICS is set to the same secret as for every BFF, this includes how requests arrive there. Remove it from the BFFs afterwards. If
requests don't reach the application, that is the only failure, and the other cases are not observable.

  --whole-origin   check the whole origin, which has no ingress and no other application
  --stripping      an ingress in front strips the prefix
  --json           print the result of every case as JSON

Exit code: 0 no failure, 1 a failed case or no response, 2 invalid arguments.`;

const FLAGS = {
  'whole-origin': { type: 'boolean', default: false },
  stripping: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Throws a TypeError if the arguments are invalid. */
function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  const [address = '', ...more] = positionals;
  if (!address || more.length > 0)
    throw new TypeError(`${positionals.length} URLs given; expected one, such as https://host/web`);
  const { 'whole-origin': ownsOrigin, stripping: stripped, json } = values;
  const secret = process.env['DIAGNOSTICS'];
  return { target: openTarget(address, { ownsOrigin, stripped, secret }), isJson: json };
}

/** Returns true if no case failed. */
async function judge({ target, isJson }: ReturnType<typeof readArguments>): Promise<boolean> {
  // Throws if the target does not respond.
  await target.request(`${target.base}/`);
  const cases = await runCases(target);
  console.log(isJson ? JSON.stringify({ cases }, undefined, 2) : report(cases));
  if (target.secret && !isJson) console.log('Remove DIAGNOSTICS from the BFFs when you are done.');
  return cases.every(({ outcome }) => outcome !== 'failed');
}

const args = process.argv.slice(2);
try {
  if (args.includes('--help')) console.log(USAGE);
  else process.exitCode = (await judge(readArguments(args))) ? 0 : 1;
} catch (error) {
  const isUsage = error instanceof TypeError;
  if (!isUsage && !(error instanceof NoResponse)) throw error;
  const advice = isUsage ? '--help lists the flags' : 'is it running, and are scheme, host and port right?';
  console.error(`${error.message} (${advice})`);
  process.exitCode = isUsage ? 2 : 1;
}
