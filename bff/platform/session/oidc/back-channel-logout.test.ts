import { generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { type ProviderCookies, signIn, signOutAtProvider } from '#platform/test/session/at-provider.ts';
import { audited, startSessionApp, FORM, LOGOUT_PATH } from '#platform/test/session/session-app.ts';
import { client, type TestProvider } from '#platform/testing/test-provider.ts';
import { Visitor } from '#platform/test/session/visitor.ts';
import { limits } from '#platform/contract/limits.ts';

const now = () => Math.floor(Date.now() / 1_000);

const sendLogoutToken = (visitor: Visitor, token: string) => {
  const form = new URLSearchParams({ logout_token: token });
  return visitor.send('POST', LOGOUT_PATH, FORM, Buffer.from(form.toString()));
};
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const logout = () => ({ sub: 'ann', iat: now(), exp: now() + 60, jti: crypto.randomUUID(), events });

test('a sign-out at the provider in one browser does not end the session of another browser', async () => {
  const { app, provider } = await startSessionApp();
  const [here, there]: ProviderCookies[] = [new Map(), new Map()];
  const [one, other] = [new Visitor(app), new Visitor(app)];
  await signIn(one, 'ann', '', here);
  await signIn(other, 'ann', '', there);
  await signOutAtProvider(provider.issuer, here!);
  await expect.poll(() => one.status('GET /things')).toBe(401);
  expect(await other.status('GET /things')).toBe(200);
});

test('a logout token with sub ends all sessions of the subject', async () => {
  const { app, provider } = await startSessionApp();
  const [ann, bo, other] = [new Visitor(app), new Visitor(app), new Visitor(app)];
  await Promise.all([signIn(ann, 'ann'), signIn(bo, 'bo'), signIn(other, 'ann')]);
  const token = await provider.sign(logout(), 'logout+jwt');
  expect((await sendLogoutToken(ann, token)).statusCode).toBe(200);
  const statuses = () => Promise.all([ann, bo, other].map((visitor) => visitor.status('GET /things')));
  expect(await statuses()).toEqual([401, 200, 401]);
  // A logout token without `typ: logout+jwt` is accepted, too.
  expect((await sendLogoutToken(bo, await provider.sign({ ...logout(), sub: 'bo' }))).statusCode).toBe(200);
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('valid logout tokens are not rate-limited, and neither a token nor a sid is logged', async () => {
  const { visitor, provider, entries } = await startSessionApp();
  const statuses = new Set<number>();
  const tokens: string[] = [];
  for (let sent = 0; sent <= limits.SESSION_CALLS_PER_MINUTE; sent++) {
    tokens.push(await provider.sign({ ...logout(), sid: `sid-${sent}` }, 'logout+jwt'));
    statuses.add((await sendLogoutToken(visitor, tokens.at(-1) ?? '')).statusCode);
  }
  expect([...statuses]).toEqual([200]);
  expect(audited(entries, 'back-channel-logout')[0]).toMatchObject({ subject: 'ann' });
  const log = JSON.stringify(entries);
  expect(['sid-', ...tokens].filter((text) => log.includes(text))).toEqual([]);
});

test('when a network exceeds the limit of invalid logout tokens, its further invalid tokens return 429 and are not logged', async () => {
  const { visitor, provider, entries } = await startSessionApp();
  const statuses: number[] = [];
  for (let sent = 0; sent < 40; sent += 1)
    statuses.push((await sendLogoutToken(visitor, `nonsense ${sent}`)).statusCode);
  expect(statuses).toEqual([...Array<number>(30).fill(400), ...Array<number>(10).fill(429)]);
  expect(audited(entries, 'refusal')).toHaveLength(30);
  expect((await sendLogoutToken(visitor, await provider.sign(logout(), 'logout+jwt'))).statusCode).toBe(200);
});

async function forged({ issuer }: TestProvider): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  const claims = { iss: issuer, aud: client.id, ...logout() };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
}

test.each<[string, object | ((provider: TestProvider) => Promise<string>)]>([
  ['without the logout event', { events: {} }],
  ['without a jti', { jti: undefined }],
  ['for another client', { aud: 'another' }],
  ['that has expired', { iat: now() - 900, exp: now() - 600 }],
  ['that is signed with a foreign key', forged],
])('a logout token %s is rejected', async (_what, change) => {
  const { visitor, provider } = await startSessionApp();
  await signIn(visitor, 'ann');
  const token =
    typeof change === 'function' ? await change(provider) : await provider.sign({ ...logout(), ...change });
  const reply = await sendLogoutToken(visitor, token);
  expect([reply.statusCode, reply.json()]).toEqual([400, { error: 'invalid_request' }]);
  expect(await visitor.status('GET /things')).toBe(200);
});
