import { NoResponse } from './request.ts';
import { allCases } from './cases/all.ts';
import { ingressProxies, type IngressProxy } from './doctor/ingress-proxies.ts';
import { recogniseIngress } from './doctor/recognise-ingress.ts';
import { runChecks } from './doctor/run-checks.ts';
import { isStripped } from './doctor/checks/prefix.ts';
import { overTls } from './doctor/checks/tls.ts';
import { casesText, checksText, resultText } from './report.ts';
import { runCases, type Result } from './run-cases.ts';
import { readArguments, UsageError, type Arguments } from './arguments.ts';

const USAGE = `npm run conformance -- [flags] https://host/web

First the doctor looks for common misconfigurations between a browser and the application, and names the hop, the setting and the
remedy. Then every case of an application beneath a prefix is checked, as far as a client can observe it.
Some checks need the BFF started with DIAGNOSTICS=true; start it without that setting afterwards.

  --ingress NAME   names settings in the words of this proxy: ${ingressProxies.join(', ')}; recognised if not given
  --whole-origin   no other application and no ingress at this origin: check all of it
  --stripping      an ingress in front strips the prefix; detected if not given
  --verbose        also print what could not be checked, and why
  --json           print findings and results as JSON

Exit code: 0 no finding and no failure, 1 a finding, a failed case or no response, 2 wrong usage.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  try {
    return await judge(readArguments(args));
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof UsageError)) throw error;
    console.error(error.message);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function judge({ target: given, ingress, isVerbose, isJson }: Arguments): Promise<number> {
  const print = (text: string) => isJson || console.log(text);
  const show = (result: Result) => {
    if (result.outcome === 'failed' || (isVerbose && result.outcome === 'not-observable'))
      print(resultText(result));
  };
  const target = await overTls(given);
  if (target !== given) print(`${given.origin} redirects to ${target.origin}, which is checked instead.\n`);
  const recognised = ingress ?? (await recogniseIngress(target));
  const diagnoses = await runChecks(target, { onOutcome: show, proxy: recognised });
  const findings = diagnoses.flatMap(({ finding }) => finding ?? []);
  const [first] = findings;
  print(checksText(diagnoses));
  if (first) print(settingsText(recognised, ingress !== undefined));
  print(first ? `Found: ${findings.map(({ id }) => id).join(', ')}\n` : 'No finding\n');
  const stripped = target.stripped || (await isStripped(target));
  const cases = await runCases({ ...target, stripped }, allCases, show);
  const failed = cases.filter(({ outcome }) => outcome === 'failed').length;
  if (failed > 0 || isVerbose) print('The numbers are those of the cases in nginx/conformance/cases/.');
  print(casesText(cases));
  if (first) print(`Fix ${first.id} first. ${first.remedy}`);
  const hasDiagnostics = diagnoses.some(({ id, outcome }) => id === 'host' && outcome !== 'not-observable');
  if (hasDiagnostics) print('DIAGNOSTICS is on: remove the setting when you are done.');
  const address = target.origin + target.base;
  if (isJson) console.log(JSON.stringify({ address, ingress: recognised, diagnoses, cases }, undefined, 2));
  return failed + findings.length > 0 ? 1 : 0;
}

function settingsText(proxy: IngressProxy | undefined, isGiven: boolean): string {
  if (isGiven) return `Settings are those of ${proxy}.`;
  const which = proxy
    ? `Settings are those of ${proxy}, which responds in front`
    : "The proxy in front is not recognised: settings are nginx's";
  return `${which}; --ingress names another.`;
}
