import { AssertionError } from 'node:assert/strict';
import { limits } from '@web/bff/contract/kit/limits';
import { check, header, isRedirect, isShell, mediaType, membersOf } from '../checks.ts';
import { NoResponse, type TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';
import { advice, type Finding } from './advice.ts';
import { receivedRequest, type Check } from './check.ts';
import { requestChecks } from './request-checks.ts';
import { responseChecks } from './response-checks.ts';

export interface Diagnosed {
  readonly finding: Finding;
  readonly difference: string;
  readonly setting: string;
}

/**
 * Compares sent and received requests and responses. If requests don't reach the application, that is the only finding. Rejects with
 * `NoResponse` if nothing responds.
 */
export async function diagnose(
  target: Target,
  secret: string,
  // Exceeds the deadline of a call, to detect both an ingress's timeout and a replaced 504.
  delayMs = limits.CALL_MS + 1_000,
): Promise<Diagnosed[]> {
  const diagnosed: Diagnosed[] = [];
  const run = async (checks: Partial<Record<Finding, Check>>) => {
    for (const [name, runCheck] of Object.entries(checks)) {
      const difference = await runCheck(target, { secret, delayMs }).then(() => undefined, differenceOf);
      const finding = name as Finding;
      if (difference) diagnosed.push({ finding, difference, setting: advice[finding] });
    }
  };
  await run(await reach(target));
  if (diagnosed.length === 0) await run({ ...requestChecks, ...responseChecks });
  return diagnosed;
}

function differenceOf(error: unknown): string {
  if (error instanceof AssertionError || error instanceof NoResponse) return error.message;
  throw error;
}

/** True if the application or its nginx sent the response, which then has a request id. */
const isOurs = (response: TargetResponse): boolean =>
  'x-request-id' in response.headers || 'requestId' in membersOf(response);

/** True if another server requests credentials, by its status, a redirect or a password form. */
const isLogin = (response: TargetResponse): boolean =>
  !isOurs(response) &&
  ([401, 403, 407, 511].includes(response.status) ||
    isRedirect(response) ||
    (response.status === 200 && /type=["']?password/i.test(response.text)));

/** Checks that requests reach the application. */
async function reach(target: Target): Promise<Partial<Record<Finding, Check>>> {
  const call = await target.request(`${target.base}/api/status`);
  const document = await target.request(`${target.base}/`);
  const differs = (response: TargetResponse) => async () => {
    const received = [response.status, mediaType(response), header(response, 'location')].filter(Boolean);
    check(false, response, 'a response of the application', received.join(' '));
  };
  if (isLogin(call)) return { 'login page or redirect instead of an API response': differs(call) };
  if (!isOurs(call) && isOurs(document)) return { 'API routed elsewhere': differs(call) };
  if (isOurs(call) && call.status === 404) {
    // If the ingress strips one prefix, this arrives with the other.
    const twice = await target.request(`${target.base}${target.base}/api/status`);
    const finding = twice.status === 200 ? 'prefix stripped without the setting' : 'prefix doubled';
    return { [finding]: differs(call) };
  }
  if (!isOurs(document) || !isShell(document)) return { 'base path not routed': differs(document) };
  return { 'diagnostics unavailable': receivedRequest };
}
