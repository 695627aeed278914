import { hash, randomBytes } from 'node:crypto';
import { limits } from '@web/bff/contract/kit/limits';
import { check, status } from '../checks.ts';
import type { Finding } from './advice.ts';
import { ask, receivedRequest, DIAGNOSTICS, type Check } from './check.ts';

const FORGED = '203.0.113.9';
/** Private and loopback addresses (RFC 6890). */
const PRIVATE = /^(?:::ffff:)?(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^(?:::1$|f[cd])/;

/** Headers that the application needs and proxies may drop. */
const HEADERS = {
  'x-requested-by': 'doctor',
  'last-event-id': '7',
  'if-none-match': '"x"',
  'accept-language': 'pt-BR, en;q=0.5',
  'sec-fetch-site': 'same-origin',
  cookie: 'doctor=1',
};
/** Reported instead of a cookie's value. */
const NOT_REPORTED = '(not reported)';

/** Checks that the request target arrives unchanged, except for a stripped prefix. */
const targetArrives =
  (path: string): Check =>
  async (target, options) => {
    const [arrived, response] = await receivedRequest(target, options, path);
    const sent = `${DIAGNOSTICS}${path}`;
    const isSame = arrived.target === sent || arrived.target === target.base + sent;
    check(isSame, response, `to arrive as ${target.base}${sent}`, arrived.target);
  };

export const requestChecks: Partial<Record<Finding, Check>> = {
  'Host rewritten': async (target, options) => {
    const [{ host }, response] = await receivedRequest(target, options);
    const sent = new URL(target.origin).host;
    check(host === sent, response, `the application to use host ${sent}`, host);
  },

  'X-Forwarded-Proto missing': async (target, options) => {
    const [{ scheme }, response] = await receivedRequest(target, options);
    const sent = new URL(target.origin).protocol.slice(0, -1);
    check(scheme === sent, response, `the application to use scheme ${sent}`, scheme);
  },

  'X-Forwarded-For missing': async (target, options) => {
    const [{ client, headers }, response] = await receivedRequest(target, options);
    // Without TLS there may be no proxy.
    const isSent = headers.some(([name]) => name === 'x-forwarded-for');
    const isAbsent = !isSent && target.origin.startsWith('https:');
    const isOfProxy = PRIVATE.test(client) && !PRIVATE.test(response.address);
    check(!isAbsent && !isOfProxy, response, 'the application to use the address of this client', client);
  },

  'X-Forwarded-For trusted from anyone': async (target, options) => {
    const headers = { 'x-forwarded-for': FORGED };
    const [{ client }, response] = await receivedRequest(target, options, '', { headers });
    check(client !== FORGED, response, 'the application not to believe X-Forwarded-For', client);
  },

  '%2F decoded': targetArrives('/a%2Fb'),
  'slashes merged': targetArrives('/a//b'),
  'query re-encoded': targetArrives('?a=1%2F2&b=x+y%20z&c='),
  'trailing slash added': targetArrives('/a'),

  'body limit': async (target, options) => {
    const body = randomBytes(limits.BODY_BYTES);
    const headers = { 'content-type': 'application/octet-stream' };
    const [{ bodySha256 }, response] = await receivedRequest(target, options, '', {
      method: 'POST',
      body,
      headers,
    });
    check(bodySha256 === hash('sha256', body), response, `${body.length} bytes to arrive`, 'others');
  },

  'DELETE or HEAD rejected': async (target, options) => {
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      const [arrived, response] = await receivedRequest(target, options, '', { method });
      check(arrived.method === method, response, `${method} to arrive`, arrived.method);
    }
    status(200)(await ask(target, options, '', { method: 'HEAD' }));
  },

  'request headers dropped': async (target, options) => {
    const [arrived, response] = await receivedRequest(target, options, '', { headers: HEADERS });
    const values = new Map(arrived.headers);
    const lost = Object.entries(HEADERS).flatMap(([name, value]) =>
      [value, NOT_REPORTED].includes(values.get(name) ?? '') ? [] : name,
    );
    check(lost.length === 0, response, 'all headers to arrive as sent', `others for ${lost.join(', ')}`);
  },
};
