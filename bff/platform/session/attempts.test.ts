import Fastify, { type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { AppError } from '#platform/contract/app-error.ts';
import { limits } from '#platform/contract/limits.ts';
import { pass } from '#platform/test/session/pass.ts';
import { sessionApp } from '#platform/test/session/session-app.ts';
import { sessionModules } from '#platform/test/session/session-modules.ts';
import { Visitor } from '#platform/test/session/visitor.ts';
import { createAttempts } from './attempts.ts';
import { limitsIn } from '#platform/http/overload/create-limit.ts';
import { createSeal } from './store/seal.ts';
import { parseStoreAddress } from './store/store-address.ts';

type App = Awaited<ReturnType<typeof sessionApp>>['app'];

interface Context {
  readonly session: { readonly limitAttempts: (account: string) => Promise<void> };
}

/** Attempts to sign in. 204 means that the password would be checked. */
const attempt = (app: App, address: string, subject = 'ann') =>
  new Visitor(app, { 'x-forwarded-for': address }).call('POST /sign-in', {
    subject,
    role: 'reader',
    name: 'Ann',
  });

test('while the session store is unavailable, attempts to sign in return 503 before the password is checked, but GET /session without a session succeeds', async () => {
  const store = parseStoreAddress('redis://127.0.0.1:1');
  const session = {
    store,
    secrets: ['a-secret-of-this-test-and-no-other'],
    oidc: undefined,
    ingress: undefined,
  };
  let checked = 0;
  const signIn = async ({ session: { limitAttempts } }: Context) => {
    await limitAttempts('ann');
    checked += 1;
  };
  const handlers = { ...sessionModules.handlers, 'POST /sign-in': signIn };
  const { app } = await sessionApp({ session }, { handlers });
  const reply = await attempt(app, '192.0.2.1');
  expect([reply.statusCode, reply.headers['retry-after'], checked]).toEqual([503, '1', 0]);
  expect(await new Visitor(app).status('GET /session')).toBe(200);
});

test('when an account exceeds its sign-in limit, all browsers that never signed in to the account share one attempt per 10 s', async () => {
  pass(0);
  const { app } = await sessionApp();
  const networks = limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT / limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP;
  for (let sent = 0; sent < limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT; sent += 1)
    expect((await attempt(app, `192.0.2.${sent % networks}`)).statusCode).toBe(204);
  expect((await attempt(app, '198.51.100.1')).statusCode).toBe(204);
  const tooEarly = await attempt(app, '2001:db8::1');
  expect([tooEarly.statusCode, tooEarly.headers['retry-after']]).toEqual([429, '10']);
  expect((await attempt(app, '2001:db8::1', 'bo')).statusCode).toBe(204);
  pass(10_000);
  expect((await attempt(app, '2001:db8::1')).statusCode).toBe(204);
  expect((await attempt(app, '198.51.100.1')).statusCode).toBe(429);
});

test.each([
  ['spaces', ' '],
  ['invisible characters', '\u200b'],
  ['combining marks', '\u0301'],
])('an account name padded with up to 1 MB of %s counts as the same account', async (_what, padding) => {
  const { app } = await sessionApp();
  for (let sent = 0; sent < limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP; sent += 1)
    expect((await attempt(app, '192.0.2.1', `${padding.repeat(995 + sent)}ann`)).statusCode).toBe(204);
  const maxPaddings = Math.floor(1_000_000 / Buffer.byteLength(padding));
  expect((await attempt(app, '192.0.2.1', `${padding.repeat(maxPaddings)}ann`)).statusCode).toBe(429);
});

/** Returns a function that counts one attempt to sign in, without a request through the BFF. Resolves with the status. */
async function counting() {
  const app = Fastify();
  onTestFinished(() => app.close());
  const { limitAttempts } = await createAttempts(
    limitsIn(app, undefined),
    () => {},
    createSeal(['a'.repeat(32)]),
  );
  return async (ip: string, account: string): Promise<number> => {
    const request = { ip, headers: {}, routeOptions: {}, log: {} } as unknown as FastifyRequest;
    const limited = limitAttempts(request, account);
    return limited.then(
      () => 204,
      ({ statusCode }: AppError) => statusCode,
    );
  };
}

test('60,000 attempts on other accounts don’t make the BFF forget the attempts on an account', async () => {
  const count = await counting();
  for (let sent = 0; sent < limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP; sent += 1)
    expect(await count('192.0.2.1', 'ann')).toBe(204);
  const others = new Set<number>();
  for (let sent = 0; sent < 60_000; sent += 1)
    others.add(await count(`10.0.${sent % 250}.1`, `account ${sent}`));
  expect([...others]).toEqual([204]);
  expect(await count('192.0.2.1', 'ann')).toBe(429);
});

test('the networks of one IPv6 /48 share twice SIGN_IN_ATTEMPTS_PER_IP attempts', async () => {
  const count = await counting();
  const max = 2 * limits.SIGN_IN_ATTEMPTS_PER_IP;
  for (let sent = 0; sent < max; sent += 1)
    expect(await count(`2001:db8:0:${sent.toString(16)}::1`, `account ${sent}`)).toBe(204);
  expect(await count('2001:db8:0:ffff::1', 'ann')).toBe(429);
  expect(await count('2001:db8:1::1', 'ann')).toBe(204);
});

test('an account name of more than 1,000 characters is rejected, even if it would normalize to fewer characters', async () => {
  const { app } = await sessionApp();
  const reply = await attempt(app, '192.0.2.1', `${'\u00a8'.repeat(1_001)}ann`);
  expect(reply.json()).toMatchObject({ status: 400, detail: 'The account has more than 1000 characters.' });
});
