import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from '@web/bff/test/processes';
import type { Browser } from './browser.ts';
import { SESSION_SECRET, startProduct } from './start-product.ts';

let product: Awaited<ReturnType<typeof startProduct>>;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = product.browser();
  await browser.signIn('ann');
});
afterAll(() => product?.stop());

const back = { timeout: 15_000, interval: 100 };
const things = async () => (await browser.call('GET /things')).status;
const metrics = () => Promise.all(product.replicas.map((replica) => replica.metrics()));

test('while Valkey is frozen, calls with a session get 503 soon, others go on, and every session stays', async () => {
  const session = browser.cookie('web-session');
  product.store.freeze();
  for (const entry of [product.address, ...product.replicas.map(({ address }) => address)]) {
    const [signedIn, anonymous] = [product.browser({ address: entry }), product.browser({ address: entry })];
    signedIn.cookies = browser.cookies;
    const begun = performance.now();
    const { status, headers } = await signedIn.call('GET /things');
    // 500 ms on an idle machine; the deadline of a call is 10 s.
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect([status, headers['retry-after'], headers['set-cookie']]).toEqual([503, ['1'], undefined]);
    expect(headers['x-session']).toBeUndefined();
    expect((await anonymous.call('GET /who')).status).toBe(200);
  }
  const anonymous = product.browser();
  await vi.waitFor(async () => {
    for (const _replica of product.replicas)
      expect(JSON.parse((await anonymous.call('GET /status')).text)).toMatchObject({
        dependencies: expect.arrayContaining([{ name: 'session store', state: 'degraded' }]),
      });
  }, back);
  for (const text of await metrics()) expect(text).toMatch(/^session_store_up 0$/m);
  product.store.thaw();
  await vi.waitFor(async () => {
    expect([await things(), await things()]).toEqual([200, 200]);
    for (const text of await metrics()) expect(text).toMatch(/^session_store_up 1$/m);
  }, back);
  expect(browser.cookie('web-session')).toBe(session);
  await vi.waitFor(() => {
    for (const { log } of product.replicas)
      expect(log()).toMatch(/session store unavailable[^]*session store available/);
  }, back);
});

test('a Valkey that is killed and has kept its data on the disk leaves everybody signed in', async () => {
  await product.store.kill();
  expect(await things()).toBe(503);
  await product.openStore();
  await vi.waitFor(async () => expect([await things(), await things()]).toEqual([200, 200]), back);
});

test('10,000 random session cookies do not make the store grow', async () => {
  const size = async () =>
    Number((await run('redis-cli', ['-p', product.store.url.port, 'dbsize'])).stdout.trim());
  const before = await size();
  const statuses = new Set<number>();
  const sendSome = async () => {
    for (let sent = 0; sent < 500; sent += 1) {
      const cookie = `web-session=${randomBytes(32).toString('base64url')}`;
      const reply = await fetch(`${product.address}/web/api/things`, { headers: { cookie } });
      await reply.arrayBuffer();
      statuses.add(reply.status);
    }
  };
  await Promise.all(Array.from({ length: 20 }, sendSome));
  expect([...statuses]).toEqual([401]);
  expect(await size()).toBeLessThanOrEqual(before);
});

test('SESSION_SECRET is replaced, one BFF after the other, and people stay signed in', async () => {
  const next = 'the-secret-that-replaces-it-in-this-test';
  for (const secrets of [`${SESSION_SECRET},${next}`, `${next},${SESSION_SECRET}`])
    for (const replica of product.replicas) {
      await replica.restart({ SESSION_SECRET: secrets });
      await vi.waitFor(async () => expect([await things(), await things()]).toEqual([200, 200]), back);
    }
  const other = product.browser();
  await other.signIn('bo');
  await product.replicas[0].restart({ SESSION_SECRET: next });
  await vi.waitFor(async () => expect((await other.call('GET /things')).status).toBe(200), back);
  expect((await other.call('GET /things')).status).toBe(200);
});

test('a Valkey that is replaced by an empty one has signed everybody out, and people sign in again', async () => {
  await run('redis-cli', ['-p', product.store.url.port, 'shutdown', 'nosave']);
  await product.openStore({ isEmpty: true });
  await vi.waitFor(async () => expect([await things(), await things()]).toEqual([401, 401]), back);
  await browser.signIn('ann');
  expect([await things(), await things()]).toEqual([200, 200]);
});

test('no log has a token, a code, a cookie or a secret, and no response an access or refresh token', async () => {
  const leaked = await product.leaked();
  expect(leaked).toEqual({ known: expect.any(Number), inLogs: [], inResponses: [] });
  expect(leaked.known).toBeGreaterThan(10);
});
