import { NoResponse } from './request.ts';
import { allCases } from './cases/all.ts';
import { ingressProxies, type IngressProxy } from './doctor/advice.ts';
import { overTls } from './doctor/checks/tls.ts';
import { paced } from './doctor/pace.ts';
import { recogniseIngress } from './doctor/recognise-ingress.ts';
import { runChecks, type Diagnosis } from './doctor/run-checks.ts';
import { casesText, diagnosisText, resultText } from './report.ts';
import { runCases, type Result } from './run-cases.ts';
import { readArguments, UsageError, type Arguments } from './arguments.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

First the doctor compares what it sends with what arrives at the application, and what the application sends with what comes: a difference
is a finding, with the hop and the setting. It needs the setting DIAGNOSTICS, a secret of 16 characters or more: for every BFF, and for this
command, in the environment. Remove it afterwards. Then every case of an application beneath a prefix is checked, as far as a client can
observe it.

  --ingress NAME   names settings in the words of this proxy: ${ingressProxies.join(', ')}; recognised if not given
  --whole-origin   no other application and no ingress at this origin: check all of it
  --stripping      an ingress in front strips the prefix; detected by the doctor if not given
  --verbose        also print cases that fail because of a finding, or could not be checked
  --json           print findings and results as JSON

Exit code: 0 no finding and no failure, 1 a finding, a failed case or no response, 2 wrong usage.`;

/** A slow application is checked for two minutes, of which the cases have the rest. */
const DOCTOR_MS = 95_000;
const ALL_MS = 115_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  try {
    return await judge(readArguments(args), process.env['DIAGNOSTICS']);
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof UsageError)) throw error;
    console.error(error.message);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function judge({ target: given, ingress, isVerbose, isJson }: Arguments, secret: string | undefined) {
  const print = (text: string) => isJson || console.log(text);
  let limited: string | undefined;
  const onWait = (text: string) => void (limited ??= text);
  const target = paced(await overTls(given), onWait, () => limited !== undefined);
  if (target.origin !== given.origin)
    print(`${given.origin} redirects to ${target.origin}, which is checked instead.\n`);
  const proxy = ingress ?? (await recogniseIngress(target));
  const endsAtMs = performance.now() + ALL_MS;
  const diagnosis: Diagnosis = secret
    ? await runChecks(target, { secret, proxy, onWait, endsAtMs: endsAtMs - ALL_MS + DOCTOR_MS })
    : { results: [], findings: [], stripsPrefix: false };
  const { findings } = diagnosis;
  print(secret ? diagnosisText(diagnosis) : 'Without DIAGNOSTICS only the cases are checked (--help).\n');
  if (findings.length > 0) print(settingsText(proxy, ingress !== undefined));
  const show = (result: Result) => {
    const isFailed = result.outcome === 'failed' && findings.length === 0;
    if (isFailed || (isVerbose && result.outcome !== 'passed')) print(resultText(result));
  };
  const stripped = target.stripped || diagnosis.stripsPrefix;
  const cases = await runCases({ ...target, stripped }, allCases, { onResult: show, endsAtMs });
  const failed = cases.filter(({ outcome }) => outcome === 'failed').length;
  if (failed > 0 || isVerbose) print('The numbers are those of the cases in nginx/conformance/cases/.');
  print(casesText(cases, findings.length > 0));
  if (limited) print(`${limited}: a hop limits the rate of requests, so this check waited.`);
  if (secret) print('Remove DIAGNOSTICS when you are done.');
  const address = target.origin + target.base;
  if (isJson) console.log(JSON.stringify({ address, ingress: proxy, ...diagnosis, cases }, undefined, 2));
  return failed + findings.length > 0 ? 1 : 0;
}

function settingsText(proxy: IngressProxy | undefined, isGiven: boolean): string {
  if (isGiven) return `Settings are those of ${proxy}.`;
  const which = proxy
    ? `Settings are those of ${proxy}, which says that it responds`
    : "The proxy in front does not say what it is: settings are nginx's";
  return `${which}; --ingress names another.`;
}
