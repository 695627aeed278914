import { limits } from '@web/bff/contract/kit/limits';
import { NoResponse } from '../request.ts';
import type { Result } from '../run-cases.ts';
import type { Target } from '../target.ts';
import { cache, cacheControl, validators } from './checks/caching.ts';
import { client } from './checks/client-address.ts';
import { cookie, download } from './checks/download.ts';
import { host, scheme, trust } from './checks/forwarded.ts';
import { body, encodedSlash, events, timeout, upgrade } from './checks/pass-through.ts';
import { prefix } from './checks/prefix.ts';
import { entry, redirects } from './checks/redirects.ts';
import { csrfFields, headerLimit, methods, query } from './checks/requests.ts';
import { crossOrigin, failedCall, failure, headers, missingAsset } from './checks/responses.ts';
import { hasProvider, signInChecks } from './checks/sign-in.ts';
import { certificate, transport } from './checks/tls.ts';
import { isFinding, type Check, type CheckContext, type CheckResult } from './check.ts';
import { confirm } from './confirm.ts';
import { readFirstEcho } from './echo.ts';
import { diagnose, type Diagnosis } from './findings.ts';
import type { IngressProxy } from './ingress-proxies.ts';

/** The checks of every application, the basic ones first. */
export const checks: readonly Check[] = [
  prefix,
  entry,
  redirects,
  trust,
  scheme,
  client,
  host,
  transport,
  certificate,
  encodedSlash,
  query,
  events,
  upgrade,
  body,
  headerLimit,
  methods,
  csrfFields,
  timeout,
  missingAsset,
  failedCall,
  failure,
  headers,
  crossOrigin,
  validators,
  cache,
  cacheControl,
  download,
  cookie,
];

export interface CheckOutcome extends Result {
  readonly finding?: Diagnosis;
  readonly isTooSlow?: true;
}

interface Options {
  readonly onOutcome?: (outcome: CheckOutcome) => void;
  /** A bit less than the application's own deadline of a call, unless given. */
  readonly slowMs?: number;
  /** In whose words a setting is named. */
  readonly proxy?: IngressProxy | undefined;
}

/** Runs every check of the doctor; those of sign-in only where people sign in. After a basic finding, the other checks are not run. */
export async function runChecks(
  target: Target,
  { onOutcome = () => {}, slowMs = limits.CALL_MS - 500, proxy = 'nginx' }: Options = {},
): Promise<CheckOutcome[]> {
  const context: CheckContext = { target, echo: await readFirstEcho(target), slowMs };
  const outcomes: CheckOutcome[] = [];
  const add = ({ id, title }: Check, result: CheckResult) => {
    const outcome = { id, title, ...outcomeOf(result, proxy) };
    outcomes.push(outcome);
    onOutcome(outcome);
  };
  const all = (await hasProvider(target)) ? [...checks, ...signInChecks] : checks;
  let notRun: CheckResult | undefined;
  for (const check of all.filter(({ isBasic }) => isBasic)) {
    const result = notRun ?? (await resultOf(check, context));
    notRun ??= reasonToStop(result);
    add(check, result);
  }
  const rest = all.filter(({ isBasic }) => !isBasic);
  const slow = rest.filter(({ isSlow }) => isSlow && !notRun);
  const results = new Map(slow.map((check) => [check, resultOf(check, context)]));
  for (const check of rest) add(check, notRun ?? (await (results.get(check) ?? resultOf(check, context))));
  return outcomes;
}

/** Why no other check runs after this result of a basic one. */
function reasonToStop(result: CheckResult): CheckResult | undefined {
  if (isFinding(result)) return { notObservable: `not checked: fix ${result.id} first` };
  return result !== 'ok' && result.isTooSlow ? result : undefined;
}

const resultOf = ({ run }: Check, context: CheckContext): Promise<CheckResult> =>
  confirm(context.target, async () => {
    try {
      return await run(context);
    } catch (error) {
      if (error instanceof NoResponse && error.isLate)
        return { notObservable: `too slow to tell: ${error.message}`, isTooSlow: true };
      return { notObservable: error instanceof Error ? error.message : String(error) };
    }
  });

function outcomeOf(result: CheckResult, proxy: IngressProxy): Omit<CheckOutcome, 'id' | 'title'> {
  if (result === 'ok') return { outcome: 'passed' };
  if (!isFinding(result)) {
    const { notObservable, isTooSlow } = result;
    return { outcome: 'not-observable', detail: notObservable, ...(isTooSlow && { isTooSlow }) };
  }
  const finding = diagnose(result, proxy);
  const { id, symptom, hop, setting, remedy } = finding;
  const detail = [`${id}: ${symptom}`, `at:      ${hop}`, `setting: ${setting}`, `remedy:  ${remedy}`];
  return { outcome: 'failed', detail: detail.join('\n'), finding };
}
