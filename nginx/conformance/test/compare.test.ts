import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { digestOf, type Arrived } from '@web/bff/edge/diagnostics';
import { compareParts } from '../doctor/checks/compare-parts.ts';
import { judgeAddress } from '../doctor/checks/forwarding.ts';
import { compareContent, compareFields, compareTarget } from '../doctor/compare-requests.ts';
import { compareHeaders, compareResponse } from '../doctor/compare-responses.ts';
import { confirm } from '../doctor/confirm.ts';
import type { Difference } from '../doctor/check.ts';
import { kindInPlace } from '../doctor/in-place.ts';
import { isLoopback } from '../doctor/networks.ts';
import { paced } from '../doctor/pace.ts';
import { recogniseIngress } from '../doctor/recognise-ingress.ts';
import type { TargetResponse } from '../request.ts';
import { openTarget, type Target } from '../target.ts';

/** A request as it arrived; what is compared is given. */
const arrived = (change: Partial<Arrived>) =>
  ({ stripsPrefix: false, fields: [], ...change }) as unknown as Arrived;
const response = (change: Partial<TargetResponse>): TargetResponse => ({
  request: 'GET https://host/web/x',
  status: 200,
  body: Buffer.from('body'),
  text: 'body',
  partsAtMs: [],
  ...change,
  headers: { 'x-request-id': ['r'], 'transfer-encoding': ['chunked'], ...change.headers },
});
const named = (differences: readonly Difference[]) =>
  differences.map(({ kind, field: name }) => [kind, name].filter(Boolean).join(': '));

test.for([
  ['/web/a%2Fb?x=1%2F2', '/web/a%2Fb?x=1%2F2', []],
  ['/web/a', 'http://host/web/a', []],
  ['/web/a', '/a', ['prefix-stripped']],
  ['/web/a', '/web/web/a', ['prefix-doubled']],
  ['/web/a//b', '/web/a/b', ['slashes-merged']],
  ['/web/a/', '/web/a', ['slash-changed']],
  ['/web/A', '/web/a', ['case-changed']],
  ['/web/a%2Fb', '/web/a/b', ['path-decoded']],
  ['/web/a%2Fb', '/web/a%252Fb', ['path-encoded']],
  ['/web/a%2Fb?x=%2f', '/web/a%2fb?x=%2F', []],
  ['/web/a~b', '/web/a%7Eb', ['path-encoded']],
  ['/web/a', '/app/a', ['path-changed']],
  ['/web/a?x=a+b', '/web/a?x=a%20b', ['query-changed']],
  ['/web/a//b?x', '/web/a/b', ['slashes-merged', 'query-changed']],
  ['/web/A', '/A', [], 'stripped'],
  ['/web/A', '/web/A', ['prefix-kept'], 'stripped'],
  ['/web/A', '/a', ['case-changed'], 'stripped'],
] as const)('%s that arrives as %s is %j %s', ([sent, target, expected, stripped]) => {
  const stripsPrefix = stripped !== undefined;
  expect(named(compareTarget(sent, arrived({ target, stripsPrefix }), '/web'))).toEqual(expected);
});

test.for([
  ['x-a', 'v', ['v'], []],
  ['x-a', 'v', [], ['request-field-removed: x-a']],
  ['x-a', 'v', ['w'], ['request-field-changed: x-a']],
  ['x-a', 'v', ['v', 'v'], ['request-field-doubled: x-a']],
  ['cookie', 'a=1; b=2', ['a=1', 'b=2'], []],
  ['cookie', 'a=1; b=2', ['aa=1; b=2'], ['request-field-changed: cookie']],
] as const)('the field %s: %s that arrives as %j is %j', ([name, sent, values, expected]) => {
  const fields = values.map((value) => ({ name, value, length: value.length, digest: digestOf(value) }));
  expect(named(compareFields({ [name]: sent }, arrived({ fields })))).toEqual(expected);
});

test('a method and a body are compared', () => {
  const body = { length: 1, digest: digestOf('b'), start: 'Yg==' };
  expect(named(compareContent({ method: 'PUT', body: 'a' }, arrived({ method: 'POST', body })))).toEqual([
    'method-changed',
    'request-body-changed',
  ]);
});

test('a field that arrives and was not sent is a difference where browsers send it', () => {
  const fields = ['cookie', 'via'].map((name) => ({ name, length: 1, digest: digestOf('a') }));
  expect(named(compareFields({}, arrived({ fields })))).toEqual(['request-field-added: cookie']);
});

test.for([
  ['abcdefgh', 'none', []],
  ['abcdefgh', 'c', ['c']],
  ['abcdefgh', 'c|h', ['c', 'h']],
  ['abcdefgh', 'a.*h', ['abcdefgh']],
] as const)('of %s, where /%s/ differs, the parts %j are found', async ([parts, fault, expected]) => {
  const compare = async (some: readonly string[]) =>
    new RegExp(fault).test(some.join('')) ? [{ kind: 'query-refused' as const, quote: some.join('') }] : [];
  expect((await compareParts(Array.from(parts), compare)).map(({ quote }) => quote)).toEqual(expected);
});

const expectedResponse = {
  status: 200,
  headers: {},
  bytes: 4,
  digest: digestOf('body'),
  head: digestOf('bo'),
};

test.for<[Partial<TargetResponse>, string[]]>([
  [{}, []],
  [{ status: 503 }, ['response-replaced']],
  [{ body: Buffer.from('bo') }, ['response-body-cut']],
  [{ body: Buffer.from('boo') }, ['response-body-changed']],
  [{ headers: { 'transfer-encoding': [] } }, ['response-body-cut']],
  [{ headers: { 'content-encoding': ['gzip'] } }, ['compressed']],
])('a response that comes as %j is %j', ([change, expected]) => {
  expect(named(compareResponse(expectedResponse, response(change)))).toEqual(expected);
});

test.for<[string, string, string[], string[]]>([
  ['vary', 'Accept-Encoding, Cookie', ['cookie', 'accept-encoding'], []],
  ['content-type', 'text/html; charset=utf-8', ['text/html;charset=UTF-8'], []],
  ['location', '/web/', ['https://host/web/'], []],
  ['location', '/web/', ['http://inner:8080/web/'], ['response-field-changed: location']],
  ['etag', '"a"', [], ['response-field-removed: etag']],
  ['etag', '"a"', ['W/"a"'], ['response-field-changed: etag']],
  ['x-frame-options', 'DENY', ['DENY', 'DENY'], ['response-field-doubled: x-frame-options']],
  ['set-cookie', 'a=1; Path=/web', ['lb=7', 'a=1; Path=/web'], []],
  ['set-cookie', 'a=1; Path=/web', ['a=1; Path=/'], ['response-field-changed: set-cookie']],
])('%s: %s that comes as %j is %j', ([name, value, lines, expected]) => {
  const headers = lines.length > 0 ? { [name]: lines } : {};
  expect(named(compareHeaders({ [name]: value }, response({ headers })))).toEqual(expected);
});

test('of fields that a hop adds, those that browsers act by are differences', () => {
  const added = { via: ['1.1 x'], age: ['3'], server: ['x'], 'x-cache': ['MISS'], expires: ['0'] };
  const hsts = { 'strict-transport-security': ['max-age=1', 'max-age=2'] };
  expect(named(compareHeaders({}, response({ headers: { ...added, ...hsts } })))).toEqual([
    'response-field-added: expires',
    'response-field-doubled: strict-transport-security',
  ]);
});

test.for([
  ['login-in-front', 302, '/oauth2/start?rd=%2Fweb%2F'],
  ['login-in-front', 302, 'https://auth.example.org/?rd=https%3A%2F%2Fhost%2Fweb%2F&rm=GET'],
  ['login-in-front', 302, '/outpost.goauthentik.io/start?rd=x'],
  ['login-in-front', 302, 'https://team.cloudflareaccess.com/cdn-cgi/access/login/host'],
  ['login-in-front', 302, 'https://authenticate.example.org/.pomerium/sign_in'],
  ['login-in-front', 302, 'https://idp.example.org/?SAMLRequest=x'],
  ['login-in-front', 401, ''],
  ['login-in-front', 200, '<form><input type="password"></form>'],
  ['challenge-page', 403, '<title>Just a moment</title>Checking your browser'],
  ['maintenance-page', 200, 'Down for maintenance'],
  ['maintenance-page', 503, 'Come back later'],
  ['no-answer', 503, 'No server is available to handle this request'],
  ['no-answer', 502, 'Bad Gateway'],
  ['blocked', 451, 'not in your country'],
  ['not-routed', 404, 'Not Found'],
  ['blocked', 302, 'https://other.example/'],
] as const)('in place of the application, %s is %i %s', ([kind, status, text]) => {
  const headers = { 'content-type': ['text/html'], ...(status === 302 && { location: [text] }) };
  expect(kindInPlace(response({ status, text, headers }))).toBe(kind);
});

test.for([
  ['its own', '198.51.100.7', { own: '198.51.100.7', there: '192.0.2.1' }, []],
  ["its network's public one", '198.51.100.7', { own: '192.168.1.7', there: '192.0.2.1' }, []],
  ["the ingress's", '10.0.0.1', { own: '10.0.0.7', there: '10.0.0.1' }, ['client-lost']],
  ['a private one', '172.30.87.1', { own: '192.168.1.7', there: '192.0.2.1' }, ['client-lost']],
] as const)('an address that arrives as %s: %s', ([, ip, addresses, expected]) => {
  expect(named(judgeAddress(ip, addresses))).toEqual(expected);
});

test('an address of another network may be translated on the way', () => {
  expect(() => judgeAddress('172.30.87.1', { own: '10.0.0.7', there: '10.0.0.1' })).toThrow('translates');
});

test.for(['127.0.0.1', '::ffff:127.0.0.9'])('%s is of this machine', (ip) => {
  expect(isLoopback(ip)).toBe(true);
});

/** A target that gives these responses, one after the other, the last one again and again. */
const giving = (...responses: Partial<TargetResponse>[]): Target => ({
  ...openTarget('https://host/web'),
  request: async () => response((responses.length > 1 ? responses.shift() : responses[0]) ?? {}),
});

test('where a hop limits the rate, the same is asked again', async () => {
  const waited: string[] = [];
  const limit = { status: 429, headers: { 'retry-after': ['1'] } };
  const target = paced(giving(limit, {}), (text) => waited.push(text));
  expect((await target.request('/web/')).status).toBe(200);
  // As the diagnostics were asked to respond.
  const file = ['attachment; filename="diagnostics.txt"'];
  const asked = { status: 503, headers: { 'content-disposition': file } };
  expect((await paced(giving(asked), () => {}).request('/web/')).status).toBe(503);
  expect(waited).toEqual(['GET https://host/web/x gave 429']);
});

test.for([
  ['nginx', 'openresty/1.27'],
  ['caddy', 'Caddy'],
  ['apache', 'Apache/2.4'],
  [undefined, 'squid'],
] as const)('a proxy is named only when it says so: %s', async ([name, server]) => {
  expect(await recogniseIngress(giving({ headers: { server: [server] } }))).toBe(name);
});

test('what is found once, and then is well, is no finding', async () => {
  const results: Difference[][] = [[{ kind: 'events-held-back', quote: '' }], []];
  expect(await confirm(giving({}), async () => results.shift() ?? [])).toEqual([]);
});

test('what an application could cause that is slow is not found beside slow calls', async () => {
  const slow: Target = { ...giving({}), request: () => sleep(600, response({})) };
  const late: Difference = { kind: 'timeout-in-front', quote: '' };
  const missing: Difference = { kind: 'request-field-removed', quote: '' };
  expect(await confirm(giving({}), async () => [late])).toEqual([late]);
  expect(await confirm(slow, async () => [missing])).toEqual([missing]);
  await expect(confirm(slow, async () => [late])).rejects.toThrow('too slow to tell');
});
