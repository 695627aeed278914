import { expect, test } from 'vitest';
import { audited, sessionApp } from '#platform/test/session/session-app.ts';
import { sessionModules } from '#platform/test/session/session-modules.ts';
import { sessionHeaderOf, Visitor } from '#platform/test/session/visitor.ts';

const SIGN_IN = '/web/api/session/sign-in';
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

/** The group `keepers` has the role `keeper`, `readers` the role `reader`, and others none. */
const fromClaims = ({ name, groups }: Readonly<Record<string, unknown>>) => {
  const role = ['keeper', 'reader'].find((one) => (groups as string[]).includes(`${one}s`));
  return (role ? { role, user: { name }, private: { tenant: 't1' } } : null) as never;
};

async function behindIngress(trustedProxies = ['127.0.0.1']) {
  const ingress = { userHeader: 'x-user', groupsHeader: 'x-groups' };
  const session = { store: undefined, secrets: [], oidc: undefined, ingress };
  const { app, entries } = await sessionApp({ session, trustedProxies }, { ...sessionModules, fromClaims });
  return { visitor: new Visitor(app), app, entries };
}
const as = (user: string, groups = 'readers') => ({ 'x-user': user, 'x-groups': groups });
const signIn = async (visitor: Visitor, headers: Record<string, string>, to = '/web/things') => {
  const reply = await visitor.send('GET', `${SIGN_IN}?to=${encodeURIComponent(to)}`, headers);
  return reply.headers.location;
};

test('a sign-in starts a session of the ingress’s user, with the role of the groups, and returns to the screen', async () => {
  const { visitor } = await behindIngress();
  expect((await visitor.call('GET /things', undefined, as('ann'))).statusCode).toBe(401);
  expect(await signIn(visitor, as('ann', 'others, keepers'))).toBe('/web/things');
  const things = await visitor.call('GET /things', undefined, as('ann', 'others, keepers'));
  expect(things.json()).toEqual({ subject: 'ann', role: 'keeper', tenant: 't1' });
  expect(await signIn(visitor, as('ann'), 'https://evil.example/')).toBe('/web/');
});

test('another user at the ingress gets a session of their own, and a write of the first user’s page is refused', async () => {
  const { visitor, app } = await behindIngress();
  await signIn(visitor, as('ann'));
  const ofAnn = new Visitor(app, {}, visitor.cookies);
  const known = sessionHeaderOf(await visitor.call('GET /session', undefined, as('ann')));
  const version = known === 'none' ? '' : (known?.version ?? '');
  const refused = await visitor.call('POST /things', undefined, {
    ...as('bo', 'keepers'),
    'x-session': version,
  });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'other-user']);
  expect(sessionHeaderOf(refused)).toMatchObject({ subject: 'bo', role: 'keeper' });
  expect((await visitor.call('GET /things', undefined, as('bo', 'keepers'))).json().subject).toBe('bo');
  expect((await ofAnn.call('GET /things', undefined, as('ann'))).statusCode).toBe(401);
});

test('other groups change the role at once, and no group with a role ends the session', async () => {
  const { visitor } = await behindIngress();
  await signIn(visitor, as('ann'));
  const role = async (groups: string) =>
    (await visitor.call('GET /who', undefined, as('ann', groups))).json().role;
  expect(await role('keepers')).toBe('keeper');
  expect(await role('readers')).toBe('reader');
  expect(await role('others')).toBe('anonymous');
  expect(await role('readers')).toBe('anonymous');
  expect(await signIn(visitor, as('ann', 'others'))).toMatch(/problem=no-role/);
});

test('a request without a user is anonymous, but does not end the session', async () => {
  const { visitor } = await behindIngress();
  await signIn(visitor, as('ann'));
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
  expect((await visitor.call('GET /things', undefined, as('ann'))).statusCode).toBe(200);
});

test('a user of a peer outside TRUSTED_PROXIES counts neither at sign-in nor later', async () => {
  const { visitor, entries } = await behindIngress(['10.0.0.1']);
  expect(await signIn(visitor, as('ann'))).toMatch(/problem=not-configured/);
  expect(audited(entries, 'refusal')).toMatchObject([{ reason: 'the peer is not in TRUSTED_PROXIES' }]);
});

test.each([
  [
    'nginx takes other headers from the ingress',
    { ...as('ann'), 'x-ingress-headers': 'x-user' },
    /nginx has other/,
  ],
  ['nginx takes none', { ...as('ann'), 'x-ingress-headers': 'none' }, /nginx has other/],
  ['there are several users', as('eve, ann'), /comma/],
  ['the name is too long', as('a'.repeat(201)), /more than 200/],
  ['the name is empty', as(''), /has no x-user/],
  ['the name is not UTF-8', as('\u00FC'), /not UTF-8/],
  ['the groups are not UTF-8', as('ann', '\u00FC'), /not UTF-8/],
])('if %s, nobody is signed in, and the log has the reason', async (_, headers, reason) => {
  const { visitor, entries } = await behindIngress();
  expect(await signIn(visitor, headers)).toMatch(/problem=not-configured/);
  expect(audited(entries, 'refusal')).toMatchObject([{ reason: expect.stringMatching(reason) }]);
});

test('a user’s name arrives as the ingress has sent it', async () => {
  const { visitor } = await behindIngress();
  const sent = '\u00A0Zoë Müller';
  await signIn(visitor, as(latin1(sent)));
  expect((await visitor.call('GET /who', undefined, as(latin1(sent)))).json().subject).toBe(sent);
});

test('a request with the headers of both users, or of another session, never mixes them', async () => {
  const { visitor, app } = await behindIngress();
  await signIn(visitor, as('ann'));
  const stolen = new Visitor(app, {}, visitor.cookies);
  // The cookie of Ann does not help a client whom the ingress knows as Bo.
  expect((await stolen.call('GET /who', undefined, as('bo'))).json()).toMatchObject({ subject: 'bo' });
  // HTTP allows a header twice; Node.js joins the values.
  expect((await visitor.call('GET /who', undefined, as('ann, bo'))).json().subject).toBe(null);
});
