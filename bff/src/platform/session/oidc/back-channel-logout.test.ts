import { generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { beside, signIn } from '#test/session/beside-provider.ts';
import { client } from '#test/session/test-provider.ts';
import { Visitor } from '#test/session/visitor.ts';
import { limits } from '#contract/kit/limits.ts';

const now = () => Math.floor(Date.now() / 1_000);

const tell = (visitor: Visitor, token: string) =>
  visitor.send(
    'POST',
    '/web/api/session/back-channel-logout',
    { 'content-type': 'application/x-www-form-urlencoded' },
    Buffer.from(new URLSearchParams({ logout_token: token }).toString()),
  );
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const logout = () => ({ iat: now(), exp: now() + 60, jti: crypto.randomUUID(), events });

test('the provider ends a session by back-channel logout, by its sid or by the subject, and once for a token', async () => {
  const { app, provider } = await beside();
  const [ann, bo, other] = [new Visitor(app), new Visitor(app), new Visitor(app)];
  await Promise.all([signIn(ann, 'ann'), signIn(bo, 'bo'), signIn(other, 'bo')]);
  const token = await provider.sign({ ...logout(), sub: 'ann' }, 'logout+jwt');
  expect((await tell(ann, token)).statusCode).toBe(200);
  const statuses = async () =>
    (await Promise.all([ann, bo, other].map((visitor) => visitor.call('GET /things')))).map(
      ({ statusCode }) => statusCode,
    );
  expect(await statuses()).toEqual([401, 200, 200]);
  await signIn(ann, 'ann');
  expect((await tell(ann, token)).statusCode).toBe(400);
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await tell(bo, await provider.sign({ ...logout(), sub: 'bo' }))).statusCode).toBe(200);
  expect(await statuses()).toEqual([200, 401, 401]);
});

test('a provider that ends many sessions at once is not limited, and the log has subjects and no sid', async () => {
  const { app, provider, entries } = await beside();
  const visitor = new Visitor(app);
  const statuses = new Set<number>();
  for (let sent = 0; sent <= limits.SESSION_CALLS_A_MINUTE; sent++) {
    // oxlint-disable-next-line no-await-in-loop
    const token = await provider.sign({ ...logout(), sub: 'ann', sid: `sid-${sent}` }, 'logout+jwt');
    // oxlint-disable-next-line no-await-in-loop
    statuses.add((await tell(visitor, token)).statusCode);
  }
  expect([...statuses]).toEqual([200]);
  expect(entries.find(({ session }) => session === 'back-channel-logout')).toMatchObject({ subject: 'ann' });
  expect(JSON.stringify(entries)).not.toContain('sid-');
});

test('invalid tokens of one address are logged up to a limit, beyond which they are 429; a valid one still counts', async () => {
  const { app, provider, entries } = await beside();
  const visitor = new Visitor(app);
  const statuses: number[] = [];
  for (let sent = 0; sent < 40; sent += 1)
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await tell(visitor, `nonsense ${sent}`)).statusCode);
  expect(statuses).toEqual([...Array<number>(30).fill(400), ...Array<number>(10).fill(429)]);
  expect(entries.filter(({ session }) => session === 'refusal')).toHaveLength(30);
  const token = await provider.sign({ ...logout(), sub: 'ann' }, 'logout+jwt');
  expect((await tell(visitor, token)).statusCode).toBe(200);
});

test('a body that is no logout token is not read beyond 16 kB', async () => {
  const { app } = await beside();
  expect((await tell(new Visitor(app), 'x'.repeat(20_000))).statusCode).toBe(413);
});

test.each<[string, object]>([
  ['without the event', { events: {} }],
  ['with a nonce', { nonce: 'x' }],
  ['without a jti', { jti: undefined }],
  ['for another client', { aud: 'another' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that is old', { iat: now() - 900, exp: now() - 600 }],
  ['that names no person and no session', { sub: undefined }],
])('a logout token %s ends nothing', async (_what, change) => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  const reply = await tell(visitor, await provider.sign({ ...logout(), sub: 'ann', ...change }));
  expect([reply.statusCode, reply.json()]).toEqual([400, { error: 'invalid_request' }]);
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
});

test('an ID token is no logout token, nor is a forged one', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  const { privateKey } = await generateKeyPair('RS256');
  const claims = { iss: provider.issuer, aud: client.id, sub: 'ann', ...logout() };
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
  const idToken = await provider.sign({ sub: 'ann', iat: now(), exp: now() + 60, nonce: 'x' });
  const replies = [
    await tell(visitor, forged),
    await tell(visitor, idToken),
    await tell(visitor, 'nonsense'),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
});
