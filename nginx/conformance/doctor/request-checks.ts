import { hash, randomBytes } from 'node:crypto';
import { limits } from '@web/bff/contract/kit/limits';
import type { Finding } from './advice.ts';
import { arrivedIn, ask, DIAGNOSTICS, summary, type Arrived, type Check } from './check.ts';

const FORGED_ADDRESS = '203.0.113.9';

/** Headers that the application reads, and proxies drop. */
const HEADERS = {
  'x-requested-by': 'doctor',
  'last-event-id': '7',
  'if-none-match': '"x"',
  'accept-language': 'pt-BR, en;q=0.5',
  'sec-fetch-site': 'same-origin',
};

/** Addresses that no route of the Internet leads to (RFC 6890). */
const PRIVATE = /^(?:::ffff:)?(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^(?:::1$|f[cd])/;

/** Checks that the target of the request arrives byte for byte; an ingress may strip the prefix. */
const targetArrives =
  (path: string): Check =>
  async (context) => {
    const response = await ask(context, path);
    const sent = `${DIAGNOSTICS}${path}`;
    const arrived = arrivedIn(response)?.target;
    if (arrived === sent || arrived === context.target.base + sent) return undefined;
    return arrived === undefined ? summary(response) : `${response.request} arrived as ${arrived}`;
  };

/** Checks the report of one request. */
const report =
  (
    headers: Readonly<Record<string, string>>,
    compare: (arrived: Arrived, connectedTo: string, url: URL) => string | false,
  ): Check =>
  async (context) => {
    const response = await ask(context, '', { headers });
    const arrived = arrivedIn(response);
    if (!arrived) return summary(response);
    return compare(arrived, response.address, new URL(context.target.origin)) || undefined;
  };

/** What is sent must arrive. */
export const requestChecks: Partial<Record<Finding, Check>> = {
  'Host rewritten': report(
    {},
    ({ host }, _, url) => host !== url.host && `sent Host: ${url.host}, the application uses ${host}`,
  ),

  'X-Forwarded-Proto missing': report({}, ({ scheme }, _, { protocol }) => {
    const sent = protocol.slice(0, -1);
    return scheme !== sent && `sent by ${sent}, the application uses ${scheme}`;
  }),

  'X-Forwarded-For missing': report({}, ({ headers, client }, connectedTo, { protocol }) => {
    // Without TLS, and so without a proxy in front, the application itself may be connected to.
    const isAbsent = protocol === 'https:' && !headers.some(([name]) => name === 'x-forwarded-for');
    const isOfProxy = PRIVATE.test(client) && !PRIVATE.test(connectedTo);
    return (isAbsent || isOfProxy) && `the application takes ${client} for the address of this client`;
  }),

  'X-Forwarded-For trusted from anyone': report(
    { 'x-forwarded-for': FORGED_ADDRESS },
    ({ client }) =>
      client === FORGED_ADDRESS && `sent X-Forwarded-For: ${client}, the application believes it`,
  ),

  '%2F decoded': targetArrives('/a%2Fb'),
  'slashes merged': targetArrives('/a//b'),
  'query re-encoded': targetArrives('?a=1%2F2&b=x+y%20z&c='),
  'trailing slash added': targetArrives('/a'),

  'body limit': async (context) => {
    const body = randomBytes(limits.BODY_BYTES);
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await ask(context, '', { method: 'POST', body, headers });
    const arrived = arrivedIn(response);
    if (!arrived) return `${summary(response)}, for a body of ${body.length} bytes`;
    return arrived.bodySha256 === hash('sha256', body) ? undefined : 'another body arrived';
  },

  'DELETE or HEAD refused': async (context) => {
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      const response = await ask(context, '', { method });
      const arrived = arrivedIn(response)?.method;
      if (arrived !== method) return `${summary(response)}, arrived: ${arrived ?? 'nothing'}`;
    }
    const head = await ask(context, '', { method: 'HEAD' });
    return head.status === 200 ? undefined : summary(head);
  },

  'request headers dropped': async (context) => {
    const response = await ask(context, '', { headers: { ...HEADERS, cookie: 'doctor=1' } });
    const arrived = arrivedIn(response);
    if (!arrived) return summary(response);
    const values = new Map(arrived.headers);
    const lost = Object.entries(HEADERS).filter(([name, value]) => values.get(name) !== value);
    const names = [...lost.map(([name]) => name), ...(values.has('cookie') ? [] : ['cookie'])];
    return names.length > 0 ? `did not arrive as sent: ${names.join(', ')}` : undefined;
  },
};
