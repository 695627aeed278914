import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkProblem, checkStatus, onlyHeader, SECURITY_HEADERS } from '../../conformance/checks.ts';
import type { TargetResponse } from '../../conformance/request.ts';
import type { EntryPoint } from './browser.ts';
import { PUBLIC_ORIGIN, startProduct } from './start-product.ts';

type Product = Awaited<ReturnType<typeof startProduct>>;

let preserving: Product;
let stripping: Product;

beforeAll(async () => {
  preserving = await startProduct();
  stripping = await startProduct({ stripsPrefix: true });
});
afterAll(async () => {
  await preserving?.stop();
  await stripping?.stop();
});

const bffOf = ({ replicas: [{ address }] }: Product) => address;
const tls = { origin: PUBLIC_ORIGIN };

const entryPoints: Readonly<Record<string, () => [Product, EntryPoint]>> = {
  'nginx without an ingress': () => [preserving, { address: preserving.address }],
  'nginx behind TLS': () => [preserving, { address: preserving.address, ...tls }],
  'nginx behind TLS that strips the prefix': () => [
    stripping,
    { address: stripping.address, ...tls, strips: true },
  ],
  'the BFF alone': () => [preserving, { address: bffOf(preserving) }],
  'the BFF alone behind TLS': () => [preserving, { address: bffOf(preserving), ...tls }],
  'the BFF alone behind TLS that strips the prefix': () => [
    stripping,
    { address: bffOf(stripping), ...tls, strips: true },
  ],
};
const throughEach = Object.entries(entryPoints).map(([name, open]) => ({ name, open }));

test.each(throughEach)(
  'through $name, a person signs in, returns to where they were, and signs out',
  async ({ open }) => {
    const [product, at] = open();
    const browser = product.browser(at);
    const isTls = at.origin !== undefined;
    const begun = await browser.navigate('/web/api/session/sign-in?to=/web/things?page=2%23row');
    const { searchParams } = new URL(onlyHeader(begun, 'location'));
    expect(searchParams.get('redirect_uri')).toBe(`${browser.origin}/web/api/session/callback`);
    const secure = isTls ? '; Secure' : '';
    const prefix = isTls ? '__Secure-' : '';
    expect(onlyHeader(begun, 'set-cookie')).toMatch(
      new RegExp(
        `^${prefix}web-sign-in\\..*; Max-Age=\\d+; Path=/web/api/session; HttpOnly${secure}; SameSite=Lax$`,
      ),
    );
    const back = await browser.signIn('ann', new Map(), '/web/things?page=2#row');
    expect([back.status, onlyHeader(back, 'location')]).toEqual([303, '/web/things?page=2#row']);
    const attributes = 'Max-Age=43200; Path=/web';
    expect(back.headers['set-cookie']?.slice(-2)).toEqual([
      expect.stringMatching(
        new RegExp(
          String.raw`^${prefix}web-session=[\w-]{16}\.[\w-]{43}; ${attributes}; HttpOnly${secure}; SameSite=Lax$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(String.raw`^web-signed-in=[\w-]{11}; ${attributes}${secure}; SameSite=Lax$`),
      ),
    ]);
    expect(JSON.parse((await browser.call('GET /things')).text)).toMatchObject({ subject: 'ann' });
    const left = JSON.parse((await browser.call('DELETE /session')).text) as { to: string };
    expect(new URL(left.to).searchParams.get('post_logout_redirect_uri')).toBe(`${browser.origin}/web/`);
    expect((await browser.call('GET /things')).status).toBe(401);
  },
);

test('over https no other cookie is taken for the session, such as one that a page set by http', async () => {
  const at = { address: preserving.address };
  const browser = preserving.browser({ ...at, ...tls });
  await browser.signIn('ann');
  const [session] = browser.cookies.filter(({ name }) => name === '__Secure-web-session');
  const other = preserving.browser({ ...at, ...tls });
  for (const name of ['web-session', 'portal-session', '__Secure-portal-session']) {
    other.cookies = [{ ...session!, name }];
    expect((await other.call('GET /things')).status).toBe(401);
  }
  other.cookies = [session!];
  expect((await other.call('GET /things')).status).toBe(200);
});

test('a cookie that a page of a sibling path adds does not sign in, and the log says so', async () => {
  const [victim, attacker] = [preserving.browser(), preserving.browser()];
  await victim.signIn('ann');
  await attacker.signIn('bo');
  const planted = { name: 'web-session', value: attacker.cookie('web-session') ?? '', isSecure: false };
  for (const path of ['/', '/web/api']) {
    const own = victim.cookies;
    victim.cookies = [{ ...planted, path }, ...own];
    const reply = await victim.call('GET /things');
    expect([reply.status, reply.headers['x-session']]).toEqual([401, ['none']]);
    victim.cookies = own;
  }
  expect((await victim.call('GET /things')).status).toBe(200);
  await vi.waitFor(async () => expect(await preserving.logs()).toContain('more than one session cookie'));
});

const screenOf = (response: TargetResponse) => {
  checkStatus(response, 303);
  return onlyHeader(response, 'location');
};

test('beyond the limit a navigation ends on a screen, and a call gets 429 with Retry-After', async () => {
  const browser = preserving.browser({ address: preserving.address, ip: '203.0.113.7' });
  const spend = () => browser.call('GET /session');
  for (let spent = 0; spent < 300; spent += 20) await Promise.all(Array.from({ length: 20 }, spend));
  for (const path of ['/sign-in?to=/web/a', '/callback?code=no-code-at-all&state=no-state-at-all', ''])
    expect(screenOf(await browser.navigate(`/web/api/session${path}`))).toMatch(
      /^\/web\/session\?problem=too-many/,
    );
  const { status, headers } = await spend();
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  const another = preserving.browser({ address: preserving.address, ip: '203.0.113.8' });
  expect((await another.call('GET /session')).status).toBe(200);
});

test('while the session store is away, a navigation ends on a screen', async () => {
  const browser = preserving.browser();
  await browser.signIn('ann');
  preserving.store.freeze();
  for (const path of ['/sign-in', '/callback?code=no-code-at-all&state=no-state-at-all', ''])
    expect(screenOf(await browser.navigate(`/web/api/session${path}`))).toMatch(
      /^\/web\/session\?problem=unavailable/,
    );
  preserving.store.thaw();
});

test.each([
  { name: 'nginx', open: entryPoints['nginx without an ingress']! },
  {
    name: 'nginx behind TLS that strips the prefix',
    open: entryPoints['nginx behind TLS that strips the prefix']!,
  },
])('through $name, a navigation ends on a screen while the BFF is away', async ({ open }) => {
  const [product, at] = open();
  await Promise.all(product.replicas.map((replica) => replica.kill()));
  const browser = product.browser(at);
  for (const path of [
    '/sign-in?to=/web/a',
    '/callback?code=a-code-of-this-test&state=a-state-of-this-test',
  ]) {
    const response = await browser.navigate(`/web/api/session${path}`);
    expect(screenOf(response)).toBe('/web/session?problem=unavailable');
    for (const name of [...SECURITY_HEADERS, 'x-request-id']) onlyHeader(response, name);
    expect(response.headers['cache-control']).toEqual(['no-store']);
  }
  checkProblem(await browser.call('GET /session'), 502);
});

test('no log has a token, a code, a cookie or a secret, and no response an access or refresh token', async () => {
  for (const product of [preserving, stripping]) {
    const leaked = await product.leaked();
    expect(leaked).toEqual({ known: expect.any(Number), inLogs: [], inResponses: [] });
    expect(leaked.known).toBeGreaterThan(10);
  }
});
