import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signOutAtProvider, type ProviderCookies } from '@web/bff/test/session/at-provider';
import type { Browser } from './browser.ts';
import { startProduct } from './start-product.ts';

let product: Awaited<ReturnType<typeof startProduct>>;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());
beforeEach(() => {
  product.intercept();
  product.setAccessSeconds(300);
});

const refreshes = () => product.provider.requests.filter((request) => request === 'POST /token').length;
/** Sends a call through both BFFs, past nginx. */
const atBoth = (browser: Browser, key: string) =>
  Promise.all(
    product.replicas.map(async ({ address }) => {
      const other = product.browser({ address });
      other.cookies = browser.cookies;
      return (await other.call(key)).status;
    }),
  );

test('20 calls in 2 tabs over 2 BFFs at the moment when the token ends refresh it once, and all get the new one', async () => {
  const browser = product.browser();
  product.setAccessSeconds(5);
  await browser.signIn('ann');
  product.setAccessSeconds(300);
  const [before, received] = [refreshes(), product.service.received.length];
  const tab = () => Array.from({ length: 10 }, () => browser.call('GET /token'));
  const replies = await Promise.all([...tab(), ...tab()]);
  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(refreshes() - before).toBe(1);
  const tokens = product.service.received.slice(received);
  expect([tokens.length, new Set(tokens).size]).toEqual([20, 1]);
  for (const { port } of product.replicas)
    expect(await product.nginx.logs()).toMatch(
      new RegExp(`api/token".*"upstream.address":"127.0.0.1:${port}"`),
    );
  // The provider ends a session whose refresh token is used twice.
  expect(await atBoth(browser, 'GET /things')).toEqual([200, 200]);
});

test('a BFF that is killed in the middle of a refresh signs no person out: the other one refreshes', async () => {
  const browser = product.browser();
  product.setAccessSeconds(5);
  await browser.signIn('ann');
  product.setAccessSeconds(300);
  const [replica, other] = product.replicas;
  const killed = product.browser({ address: replica.address });
  killed.cookies = browser.cookies;
  let isHeld = false;
  product.intercept((next, { url }) => {
    if (url === '/token') isHeld = true;
    else next();
  });
  const lost = killed.call('GET /token').catch(() => 'no response');
  await vi.waitUntil(() => isHeld, { timeout: 10_000 });
  product.intercept();
  await replica.kill();
  expect(await lost).toBe('no response');
  const before = refreshes();
  const living = product.browser({ address: other.address });
  living.cookies = browser.cookies;
  const reply = await living.call('GET /token');
  expect([reply.status, refreshes() - before]).toEqual([200, 1]);
  await replica.restart();
  expect(await atBoth(browser, 'GET /things')).toEqual([200, 200]);
});

test('a slow provider is asked once, also where one of the BFFs has just started and must find it first', async () => {
  const browser = product.browser();
  product.setAccessSeconds(5);
  await browser.signIn('ann');
  product.setAccessSeconds(300);
  const [replica, other] = product.replicas;
  await replica.restart();
  let isLookedFor = false;
  product.intercept((next, { url }) => {
    isLookedFor ||= url === '/.well-known/openid-configuration';
    setTimeout(next, 4_000);
  });
  const before = refreshes();
  const ask = async (address: string) => {
    const tab = product.browser({ address });
    tab.cookies = browser.cookies;
    return (await tab.call('GET /token')).status;
  };
  const first = ask(replica.address);
  await vi.waitUntil(() => isLookedFor, { timeout: 10_000 });
  expect(await Promise.all([first, ask(other.address)])).toEqual([200, 200]);
  expect(refreshes() - before).toBe(1);
  expect(await atBoth(browser, 'GET /things')).toEqual([200, 200]);
});

test('who signs out at the provider is signed out of both BFFs; a session of another sign-in there stays', async () => {
  const [one, other] = [product.browser(), product.browser()];
  const [here, there]: [ProviderCookies, ProviderCookies] = [new Map(), new Map()];
  await one.signIn('ann', here);
  await other.signIn('ann', there);
  expect(await atBoth(one, 'GET /things')).toEqual([200, 200]);
  await signOutAtProvider(product.provider.issuer, here);
  await vi.waitFor(async () => expect(await atBoth(one, 'GET /things')).toEqual([401, 401]));
  expect(await atBoth(other, 'GET /things')).toEqual([200, 200]);
});

test('no log has a token, a code, a cookie or a secret, and no response an access or refresh token', async () => {
  expect(await product.logs()).toContain('back-channel-logout');
  const leaked = await product.leaked();
  expect(leaked).toEqual({ known: expect.any(Number), inLogs: [], inResponses: [] });
  expect(leaked.known).toBeGreaterThan(10);
});
