import { parseArgs } from 'node:util';
import { diagnose } from './doctor/diagnose.ts';
import { casesText, diagnosisText } from './report.ts';
import { NoResponse } from './request.ts';
import { allCases, runCases } from './run-cases.ts';
import { openTarget } from './target.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

With DIAGNOSTICS in the environment, the secret that every BFF has in its own, the doctor first compares what it sends with what arrives at the
application, and what the application answers with what is received. Each difference is a finding, with the setting to check. Remove
DIAGNOSTICS from the BFFs afterwards. Then it checks every case of an application beneath a prefix, as far as a client can observe it.

  --whole-origin   no other application and no ingress at this origin: check all of it
  --stripping      an ingress in front strips the prefix
  --json           print findings and the result of every case as JSON

Exit code: 0 no finding and no failure, 1 a finding, a failed case or no response, 2 wrong usage.`;

const FLAGS = {
  'whole-origin': { type: 'boolean', default: false },
  stripping: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Parses the arguments. Throws a TypeError that says what is wrong with them. */
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
  // Without a response there is nothing to judge.
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
