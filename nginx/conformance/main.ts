import { parseArgs } from 'node:util';
import { diagnose } from './doctor/diagnose.ts';
import { casesText, diagnosisText } from './report.ts';
import { NoResponse } from './request.ts';
import { allCases, runCases } from './run-cases.ts';
import { openTarget } from './target.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

If DIAGNOSTICS is set to the same secret as for every BFF, the doctor first compares sent and received requests and responses. Each difference
is a finding, with the setting to check. Remove DIAGNOSTICS from the BFFs afterwards. Then the command checks every case of an application
beneath a prefix that a client can observe.

  --whole-origin   check the whole origin, which has no ingress and no other application
  --stripping      an ingress in front strips the prefix
  --json           print findings and the result of every case as JSON

Exit code: 0 no finding and no failure, 1 a finding, a failed case or no response, 2 invalid arguments.`;

const FLAGS = {
  'whole-origin': { type: 'boolean', default: false },
  stripping: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Parses the arguments. Throws a TypeError if they are invalid. */
function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  const [address = '', ...more] = positionals;
  if (!address || more.length > 0)
    throw new TypeError(`${positionals.length} URLs given; expected one, such as https://host/web`);
  const { 'whole-origin': ownsOrigin, stripping: stripped, json } = values;
  return { target: openTarget(address, { ownsOrigin, stripped }), isJson: json };
}

/** Checks the target and prints the results. Returns true if there is no finding and no failure. */
async function judge({ target, isJson }: ReturnType<typeof readArguments>): Promise<boolean> {
  const print = (text: string) => isJson || console.log(text);
  const secret = process.env['DIAGNOSTICS'];
  // Throws without a response.
  await target.request(`${target.base}/`);
  const findings = secret ? await diagnose(target, secret) : [];
  print(secret ? diagnosisText(findings) : 'Without DIAGNOSTICS only the cases are checked (--help).\n');
  const cases = await runCases(target, allCases);
  print(casesText(cases));
  if (secret) print('Remove DIAGNOSTICS when you are done.');
  if (isJson) console.log(JSON.stringify({ findings, cases }, undefined, 2));
  return findings.length === 0 && cases.every(({ outcome }) => outcome !== 'failed');
}

const args = process.argv.slice(2);
try {
  if (args.includes('--help')) console.log(USAGE);
  else process.exitCode = (await judge(readArguments(args))) ? 0 : 1;
} catch (error) {
  const isUsage = error instanceof TypeError;
  if (!isUsage && !(error instanceof NoResponse)) throw error;
  console.error(`${error.message}${isUsage ? ' (--help lists the flags)' : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}
