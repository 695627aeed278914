import { limits } from '@web/bff/contract/kit/limits';
import { pathOf } from '@web/bff/edge/paths';
import { NoResponse, type RequestOptions, type TargetResponse } from '../../request.ts';
import type { Target } from '../../target.ts';
import { sameSiteHeaders } from '../../request-headers.ts';
import { withEcho, type Check } from '../check.ts';
import { diagnostics, readEcho } from '../echo.ts';
import { finding } from '../findings.ts';
import { shakeHands, watchEvents } from '../streams.ts';
import { problemCode, summary } from '../recognise.ts';

const EVENTS_APART_MS = 500;

/** The response; or, as text, why there is none. Throws where the time ran out: that tells nothing of a limit. */
async function requestOrReason(
  target: Target,
  path: string,
  options?: RequestOptions,
): Promise<TargetResponse | string> {
  try {
    return await target.request(path, options);
  } catch (error) {
    if (error instanceof NoResponse && !error.isLate) return error.message;
    throw error;
  }
}

const describe = (result: TargetResponse | string) => (typeof result === 'string' ? result : summary(result));

export const events: Check = {
  id: 'events',
  title: 'Events arrive one by one.',
  isSlow: true,
  run: withEcho(async ({ target }) => {
    const { status, atMs } = await watchEvents(`${target.origin}${diagnostics(target)}/events`);
    const [, second = 0] = atMs;
    return status === 200 && second > EVENTS_APART_MS
      ? 'ok'
      : finding(
          'events-buffered',
          `two events, sent 1 s apart, arrived ${second} ms apart (status ${status})`,
        );
  }),
};

export const upgrade: Check = {
  id: 'upgrade',
  title: 'A WebSocket passes.',
  run: withEcho(async ({ target }) => {
    const status = await shakeHands(`${target.origin}${diagnostics(target)}/socket`);
    return status === 101 ? 'ok' : finding('upgrade-refused', `the response to the handshake is ${status}`);
  }),
};

/** Caddy says 502 when it stops to read a body. */
const isRefusal = (response: TargetResponse) =>
  response.status === 413 || (response.status >= 500 && problemCode(response) === undefined);

export const body: Check = {
  id: 'body',
  title: 'A body of the maximum size passes, and the application itself refuses a larger one.',
  isSlow: true,
  run: async ({ target, echo }) => {
    // An unknown call refuses a body no earlier than a known one.
    const path = echo ? `${diagnostics(target)}/body` : `${target.base}/api/nope`;
    const headers = { ...sameSiteHeaders, 'content-type': 'application/octet-stream' };
    const post = (size: number) =>
      requestOrReason(target, path, { method: 'POST', headers, body: Buffer.alloc(size, ' ') });
    const accepted = await post(limits.BODY_BYTES);
    if (typeof accepted === 'string' || isRefusal(accepted))
      return finding('body-limit', `${describe(accepted)}, with ${limits.BODY_BYTES} bytes`);
    const refused = await post(limits.BODY_BYTES + 1);
    const isOurs = typeof refused !== 'string' && (refused.status !== 413 || problemCode(refused));
    return isOurs ? 'ok' : finding('body-limit', `${describe(refused)}, which the application did not send`);
  },
};

export const timeout: Check = {
  id: 'timeout',
  title: 'No hop has a shorter timeout than the application.',
  isSlow: true,
  run: withEcho(async ({ target, slowMs }) => {
    const result = await requestOrReason(target, `${diagnostics(target)}/slow?ms=${slowMs}`);
    if (typeof result !== 'string' && result.status === 200) return 'ok';
    // The application itself refuses: at its own deadline, or without the query. No hop has cut it short.
    const code = typeof result === 'string' ? undefined : problemCode(result);
    if (code === 'deadline-exceeded')
      return { notObservable: `too slow to tell: ${describe(result)}`, isTooSlow: true };
    if (code !== undefined) return { notObservable: describe(result) };
    return finding('timeout-in-front', `${describe(result)}, for a call of ${slowMs} ms`);
  }),
};

const ENCODED = '/a%2Fb%20%25';

export const encodedSlash: Check = {
  id: 'encoded-slash',
  title: 'A path arrives encoded as it was sent.',
  run: async ({ target, echo }) => {
    if (echo) {
      const { arrived } = (await readEcho(target, ENCODED)) ?? {};
      if (pathOf(arrived ?? '').endsWith(`/echo${ENCODED}`)) return 'ok';
      const path = `${diagnostics(target)}/echo${ENCODED}`;
      return finding('encoded-slash', `${path} arrived as ${arrived ?? 'nothing'}`);
    }
    const plain = await target.request(`${target.base}/api/nope`);
    const encoded = await target.request(`${target.base}/api/nope${ENCODED}`);
    const isRefused = problemCode(plain) !== undefined && problemCode(encoded) === undefined;
    return isRefused
      ? finding('encoded-slash', summary(encoded))
      : { notObservable: 'it passes; whether unchanged needs DIAGNOSTICS=true' };
  },
};
