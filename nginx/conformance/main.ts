import { parseArgs } from 'node:util';
import { NoResponse } from './request.ts';
import { allCases } from './cases/all.ts';
import { ingressProxies } from './doctor/advice.ts';
import { overTls } from './doctor/checks/tls.ts';
import { paced } from './doctor/pace.ts';
import { recogniseIngress } from './doctor/recognise-ingress.ts';
import { runChecks, type Diagnosis } from './doctor/run-checks.ts';
import { casesText, diagnosisText, settingsText } from './report.ts';
import { runCases } from './run-cases.ts';
import { openTarget } from './target.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

First the doctor compares what it sends with what arrives at the application, and what the application sends with what comes: a difference
is a finding, with the hop and the setting. It needs the setting DIAGNOSTICS, a secret of 16 characters or more: for every BFF, and for this
command, in the environment. Remove it afterwards. Then every case of an application beneath a prefix is checked, as far as a client can
observe it.

  --ingress NAME   names settings in the words of this proxy: ${ingressProxies.join(', ')}; recognised if not given
  --whole-origin   no other application and no ingress at this origin: check all of it
  --stripping      an ingress in front strips the prefix; detected by the doctor if not given
  --json           print findings and the result of every case as JSON

Exit code: 0 no finding and no failure, 1 a finding, a failed case or no response, 2 wrong usage.`;

const FLAGS = {
  'whole-origin': { type: 'boolean', default: false },
  stripping: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  ingress: { type: 'string' },
} as const;

/** A slow application is checked for two minutes, of which the cases have the rest. */
const DOCTOR_MS = 95_000;
const ALL_MS = 115_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  let isUsage = true;
  try {
    const read = readArguments(args);
    isUsage = false;
    return await judge(read, process.env['DIAGNOSTICS']);
  } catch (error) {
    if (!isUsage && !(error instanceof NoResponse)) throw error;
    console.error(`${(error as Error).message}${isUsage ? ' (--help lists the flags)' : ''}`);
    return isUsage ? 2 : 1;
  }
}

async function judge(given: ReturnType<typeof readArguments>, secret: string | undefined): Promise<number> {
  const { ingress, isJson } = given;
  const print = (text: string) => isJson || console.log(text);
  let limited: string | undefined;
  const onWait = (text: string) => void (limited ??= text);
  const target = paced(await overTls(given.target), onWait, () => limited !== undefined);
  if (target.origin !== given.target.origin)
    print(`${given.target.origin} redirects to ${target.origin}, which is checked instead.\n`);
  // Where the doctor does not name what is wrong with the certificate, that is said once, not by each case.
  if (!secret) await target.request(`${target.base}/`);
  const proxy = ingress ?? (await recogniseIngress(target));
  const endsAtMs = performance.now() + ALL_MS;
  const diagnosis: Diagnosis = secret
    ? await runChecks(target, { secret, proxy, onWait, endsAtMs: endsAtMs - ALL_MS + DOCTOR_MS })
    : { results: [], findings: [], stripsPrefix: false };
  const hasFindings = diagnosis.findings.length > 0;
  print(secret ? diagnosisText(diagnosis) : 'Without DIAGNOSTICS only the cases are checked (--help).\n');
  if (hasFindings && !ingress) print(settingsText(proxy));
  const stripped = target.stripped || diagnosis.stripsPrefix;
  const judged = { ...target, stripped, ownsOrigin: target.ownsOrigin && !stripped };
  const cases = await runCases(judged, allCases, endsAtMs);
  print(casesText(cases, hasFindings));
  if (limited) print(`${limited}: a hop limits the rate of requests, so this check waited.`);
  if (secret) print('Remove DIAGNOSTICS when you are done.');
  const address = target.origin + target.base;
  if (isJson) console.log(JSON.stringify({ address, ingress: proxy, ...diagnosis, cases }, undefined, 2));
  return hasFindings || cases.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

/** Throws a TypeError that says what is wrong with them. */
function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  const ingress = ingressProxies.find((proxy) => proxy === values.ingress);
  if (ingress !== values.ingress)
    throw new TypeError(
      `--ingress ${values.ingress}: unknown proxy; expected one of ${ingressProxies.join(', ')}`,
    );
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0)
    throw new TypeError(`${positionals.length} URLs given; expected one, such as https://host/web`);
  const { 'whole-origin': ownsOrigin, stripping: stripped, json } = values;
  return { target: openTarget(address, { ownsOrigin, stripped }), ingress, isJson: json };
}
