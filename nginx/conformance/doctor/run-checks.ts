import { limits } from '@web/bff/contract/constants';
import type { Target } from '../target.ts';
import type { Result } from '../run-cases.ts';
import { failedCall, headers, missingAsset } from './responses.ts';
import type { Check, CheckContext, CheckResult } from './check.ts';
import { readEcho } from './echo.ts';
import type { Finding } from './findings.ts';
import { client, host, scheme, trust } from './forwarded.ts';
import { body, encodedSlash, events, timeout, upgrade } from './pass-through.ts';
import { prefix } from './prefix.ts';
import { entry, redirects } from './redirects.ts';
import { transport } from './tls.ts';
import { cache, validators } from './caching.ts';
import { hasProvider, signInChecks } from './sign-in.ts';

/** The checks of every application, the basic ones first. */
export const checks: readonly Check[] = [
  ...[prefix, entry, redirects, trust, scheme, client, host, transport, encodedSlash],
  ...[events, upgrade, body, timeout, missingAsset, failedCall, headers, validators, cache],
];

export interface CheckOutcome extends Result {
  readonly finding?: Finding;
}

/** A bit less than the application's own deadline of a call. */
const SLOW_MS = limits.CALL_MS - 500;

/** Runs every check of the doctor; those of sign-in only where people sign in. After a basic finding, the other checks are not run. */
export async function runChecks(
  target: Target,
  onOutcome: (outcome: CheckOutcome) => void = () => {},
  slowMs = SLOW_MS,
): Promise<CheckOutcome[]> {
  const context: CheckContext = { target, echo: await readEcho(target), slowMs };
  const outcomes: CheckOutcome[] = [];
  const add = ({ id, title }: Check, result: CheckResult) => {
    const outcome = { id, title, ...outcomeOf(result) };
    outcomes.push(outcome);
    onOutcome(outcome);
    return outcome.finding;
  };
  const all = (await hasProvider(target)) ? [...checks, ...signInChecks] : checks;
  let first: Finding | undefined;
  for (const check of all.filter(({ isBasic }) => isBasic)) {
    const found = add(check, first ? notRun(first) : await resultOf(check, context));
    first ??= found;
  }
  const rest = all.filter(({ isBasic }) => !isBasic);
  const slow = rest.filter(({ isSlow }) => isSlow && !first);
  const results = new Map(slow.map((check) => [check, resultOf(check, context)]));
  for (const check of rest)
    add(check, first ? notRun(first) : await (results.get(check) ?? resultOf(check, context)));
  return outcomes;
}

const notRun = ({ id }: Finding) => ({ notObservable: `not checked: fix ${id} first` });

async function resultOf({ run }: Check, context: CheckContext): Promise<CheckResult> {
  try {
    return await run(context);
  } catch (error) {
    return { notObservable: error instanceof Error ? error.message : String(error) };
  }
}

function outcomeOf(result: CheckResult): Pick<CheckOutcome, 'outcome' | 'detail' | 'finding'> {
  if (result === 'ok') return { outcome: 'passed' };
  if ('notObservable' in result) return { outcome: 'not-observable', detail: result.notObservable };
  const { id, symptom, hop, setting, remedy } = result;
  const detail = [`${id}: ${symptom}`, `at:      ${hop}`, `setting: ${setting}`, `remedy:  ${remedy}`];
  return { outcome: 'failed', detail: detail.join('\n'), finding: result };
}
