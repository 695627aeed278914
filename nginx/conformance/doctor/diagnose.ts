import { limits } from '@web/bff/contract/kit/limits';
import { isShell } from '../checks.ts';
import { NoResponse } from '../request.ts';
import type { Target } from '../target.ts';
import { advice, type Finding } from './advice.ts';
import { arrivedIn, ask, isLogin, isOurs, summary, type Context } from './check.ts';
import { requestChecks } from './request-checks.ts';
import { responseChecks } from './response-checks.ts';

/** A difference, and the setting to check. */
export interface Diagnosed {
  readonly finding: Finding;
  readonly difference: string;
  readonly setting: string;
}

/** Beyond the deadline of a call, so that the timeout of an ingress and the 504 of the application both show. */
const DELAY_MS = limits.CALL_MS + 1_000;

/**
 * Compares what is sent with what arrives at the application, and what it answers with what is received. Where requests do not arrive at
 * all, that is the only finding. Rejects with `NoResponse` if nothing responds.
 */
export async function diagnose(target: Target, secret: string, delayMs = DELAY_MS): Promise<Diagnosed[]> {
  const context = { target, secret, delayMs };
  const unreachable = await reach(context);
  if (unreachable) return [unreachable];
  const diagnosed: Diagnosed[] = [];
  for (const [finding, check] of Object.entries({ ...requestChecks, ...responseChecks })) {
    const difference = await check(context).catch((error: unknown) => {
      if (error instanceof NoResponse) return error.message;
      throw error;
    });
    if (difference) diagnosed.push(diagnosedAs(finding as Finding, difference));
  }
  return diagnosed;
}

const diagnosedAs = (finding: Finding, difference: string): Diagnosed => ({
  finding,
  difference,
  setting: advice[finding],
});

/** Finds what keeps requests from the application. */
async function reach(context: Context): Promise<Diagnosed | undefined> {
  const { target } = context;
  const call = await target.request(`${target.base}/api/status`);
  const document = await target.request(`${target.base}/`);
  if (isLogin(call)) return diagnosedAs('login page or redirect instead of an API response', summary(call));
  if (!isOurs(call))
    return isOurs(document)
      ? diagnosedAs('API routed elsewhere', summary(call))
      : diagnosedAs('base path not routed', summary(document));
  if (call.status === 404) {
    // Stripped once, it arrives with the prefix.
    const twice = await target.request(`${target.base}${target.base}/api/status`);
    const finding = twice.status === 200 ? 'prefix stripped without the setting' : 'prefix doubled';
    return diagnosedAs(finding, `${summary(call)}, from the application itself`);
  }
  if (!isOurs(document) || !isShell(document)) return diagnosedAs('base path not routed', summary(document));
  const response = await ask(context);
  return arrivedIn(response) ? undefined : diagnosedAs('diagnostics unavailable', summary(response));
}
