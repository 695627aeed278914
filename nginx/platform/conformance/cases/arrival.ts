import { hash, randomBytes } from 'node:crypto';
import { limits } from '@web/bff/platform/contract/limits';
import { all, type Cases, type RunCase } from '#platform/conformance/case.ts';
import { check, onlyHeader, problem, status } from '#platform/conformance/checks.ts';
import { ECHO, receivedRequest, sendToEcho } from '#platform/conformance/echo.ts';
import { CutOff, type RequestOptions } from '#platform/conformance/request.ts';
import { sameSiteHeaders } from '#platform/conformance/request-headers.ts';
import type { Target } from '#platform/conformance/target.ts';

const FORGED = '203.0.113.9';
/** Private and loopback addresses (RFC 6890). */
const PRIVATE = /^(?:::ffff:)?(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^(?:::1$|f[cd])/;

/** Headers that the application needs, but that a proxy may drop. */
const HEADERS = {
  ...sameSiteHeaders,
  'last-event-id': '7',
  'if-none-match': '"x"',
  'accept-language': 'pt-BR, en;q=0.5',
  'sec-fetch-site': 'same-origin',
};

const BODY = randomBytes(limits.BODY_BYTES);

/** Minimum time between the arrivals of two events, which the BFF sends one second apart. */
const EVENT_GAP_MS = 300;
/** Tolerance for timers that fire early. */
const TIMER_MS = 50;

/** Creates a case that checks one part of a request as the BFF received it. */
const arrives =
  (
    part: 'method' | 'scheme' | 'host' | 'bodySha256',
    expected: (target: Target) => string,
    sent: RequestOptions = {},
  ): RunCase =>
  async (target) => {
    const [arrived, response] = await receivedRequest(target, sent);
    check(arrived[part] === expected(target), response, `${part} ${expected(target)}`, arrived[part]);
  };

/** Creates a case that checks that a request target arrives as sent. The prefix may be stripped. */
const targetArrives =
  (path: string): RunCase =>
  async (target) => {
    const [arrived, response] = await receivedRequest(target, { path });
    const sent = `${ECHO}${path}`;
    check(arrived.target.endsWith(sent), response, `to arrive as …${sent}`, arrived.target);
  };

/** Cases that need DIAGNOSTICS. */
export const arrival: Cases = {
  '0d The BFF reports requests as received.': receivedRequest,

  '21a The Host arrives with its port.': arrives('host', ({ origin }) => new URL(origin).host),

  '21b The scheme arrives.': arrives('scheme', ({ origin }) => new URL(origin).protocol.slice(0, -1)),

  "21c The client's address arrives, instead of a forged one.": async (target) => {
    const headers = { 'x-forwarded-for': FORGED };
    const [{ client, headers: received }, response] = await receivedRequest(target, { headers });
    const forwarded = received['x-forwarded-for'] ?? FORGED;
    // Without a proxy, X-Forwarded-For is missing or keeps the forged value. The case accepts this over HTTP, but HTTPS needs a proxy.
    const isUnset = forwarded === FORGED && target.origin.startsWith('https:');
    const isOfProxy = PRIVATE.test(client) && !PRIVATE.test(response.address);
    const isClient = client !== FORGED && !isUnset && !isOfProxy;
    check(isClient, response, 'the application to use the address of this client', client);
  },

  '21d Headers that the application needs arrive as sent.': async (target) => {
    const headers = { ...HEADERS, cookie: 'diagnostics=1' };
    const [arrived, response] = await receivedRequest(target, { headers });
    const lost = Object.entries(HEADERS).flatMap(([name, value]) =>
      arrived.headers[name] === value ? [] : name,
    );
    if (!arrived.hasCookie) lost.push('cookie');
    check(lost.length === 0, response, 'all headers to arrive as sent', `others for ${lost.join(', ')}`);
  },

  '15b A path arrives as sent: with encoded and repeated slashes, and without an added slash at the end.':
    all(targetArrives('/a%2Fb'), targetArrives('/a//b'), targetArrives('/a')),

  '15c A query arrives as sent.': targetArrives('/x?a=1%2F2&b=x+y%20z&c='),

  '17b A body at the limit arrives as sent.': arrives('bodySha256', () => hash('sha256', BODY), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: BODY,
  }),

  '23b Every method of a call arrives.': all(
    ...['PUT', 'PATCH', 'DELETE'].map((method) => arrives('method', () => method, { method })),
    async (target) => status(200)(await sendToEcho(target, { method: 'HEAD' })),
  ),

  '20 A slow call returns a 504 problem, at its deadline.': async (target) => {
    const startedAt = performance.now();
    const response = await sendToEcho(target, { path: '/slow' });
    const afterMs = Math.round(performance.now() - startedAt);
    const isLate = afterMs >= limits.CALL_MS - TIMER_MS;
    check(isLate, response, `a response after ${limits.CALL_MS} ms`, `one after ${afterMs} ms`);
    problem(504)(response);
  },

  '22a An event arrives before the next one is sent.': async (target) => {
    const response = await sendToEcho(target, { path: '/events' });
    const gapMs = response.chunksAtMs.at(-1) ?? 0;
    check(gapMs >= EVENT_GAP_MS, response, 'two events, one second apart', `${gapMs} ms apart`);
  },

  '22b A response that the application cuts off does not arrive as complete.': async (target) => {
    const complete = await sendToEcho(target, { path: '/cut-off' }).catch((error: unknown) => {
      if (!(error instanceof CutOff)) throw error;
    });
    // A proxy that waits for the whole response reports the error.
    if (complete)
      check(complete.status >= 500, complete, 'a cut-off response', `${complete.status}, complete`);
  },

  '34b A cookie arrives with the path and the attributes that the application sends.': async (target) => {
    const response = await sendToEcho(target);
    const sent = `diagnostics=1; Path=${target.base}; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
    const received = onlyHeader(response, 'set-cookie');
    check(received === sent, response, `set-cookie: ${sent}`, received);
  },
};
