import Type from 'typebox';
import type { ProductModules } from '#platform/product-modules.ts';
import { testModules } from '#platform/test/test-modules.ts';
import { empty } from '#platform/contract/content.ts';
import { defineSession } from '#platform/contract/session/define-session.ts';
import { status } from '#contract/calls/status.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';

const everyone = ['status:read', 'client-report:send', 'public:read'];

const Who = Type.Object({
  subject: Type.Union([Type.String(), Type.Null()]),
  role: Type.String(),
  tenant: Type.Optional(Type.String()),
});
const NewWho = Type.Object({
  subject: Type.String(),
  role: Type.String(),
  name: Type.String(),
  token: Type.Optional(Type.String()),
});
const Token = Type.Object({ token: Type.String() });
const Tokens = Type.Object({ asPerson: Type.String(), asService: Type.String() });

const publicly = { summary: '', permission: 'public:read', errors: [] };
const read = { summary: '', permission: 'thing:read', errors: [] };
const nothing = { 204: empty };

interface TestSession {
  readonly subject: string | null;
  readonly role: string;
  readonly private?: { readonly tenant: string };
  readonly begin: (who: object) => Promise<void>;
  readonly change: (changes: object) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly limitAttempts: (account: string) => Promise<void>;
}

interface Context {
  readonly session: TestSession;
  readonly body: Record<string, string | undefined>;
  readonly upstreams: Record<'mine' | 'ours', { readonly token: () => Promise<{ readonly token: string }> }>;
}

const who = ({ session: { subject, role, private: kept } }: Context) => ({
  subject,
  role,
  ...(kept && { tenant: kept.tenant }),
});

/** Test product with its own sign-in call and two upstreams, one of which gets the user's token. */
export const sessionModules: ProductModules = {
  ...testModules,
  calls: {
    ...status,
    'GET /who': { ...publicly, id: 'who', responses: { 200: Who } },
    'GET /things': { ...read, id: 'things', responses: { 200: Who } },
    'POST /things': { ...read, id: 'addThing', permission: 'thing:write', responses: { 200: Who } },
    'GET /limited': { ...publicly, id: 'limited', limit: { max: 2, perMs: 60_000 }, responses: nothing },
    'GET /token': { ...publicly, id: 'token', responses: { 200: Tokens } },
    'POST /sign-in': { ...publicly, id: 'signIn', body: NewWho, responses: nothing },
    'PATCH /sign-in': { ...read, id: 'changeSession', body: Type.Partial(NewWho), responses: nothing },
    'DELETE /sign-in': { ...publicly, id: 'signOut', responses: nothing },
  },
  permissionsOf: {
    anonymous: everyone,
    reader: [...everyone, 'thing:read'],
    keeper: [...everyone, 'thing:read', 'thing:write'],
  },
  session: defineSession({
    user: Type.Object({ name: Type.String() }),
    private: Type.Object({ tenant: Type.String() }),
  }),
  fromClaims: ({ name, groups, role = (groups as string[] | undefined)?.[0] }) =>
    (typeof role === 'string' ? { role, user: { name }, private: { tenant: 't1' } } : null) as never,
  upstreams: {
    mine: defineUpstream('mine', ({ get }) => ({ token: () => get('/token', {}, Token) }), { auth: 'user' }),
    ours: defineUpstream('ours', ({ get }) => ({ token: () => get('/token', {}, Token) })),
  },
  handlers: {
    ...testModules.handlers,
    'GET /who': who,
    'GET /things': who,
    'POST /things': who,
    'GET /limited': () => {},
    'GET /token': async ({ upstreams: { mine, ours } }: Context) => ({
      asPerson: (await mine.token()).token,
      asService: (await ours.token()).token,
    }),
    'POST /sign-in': async ({ session, body: { name, subject, ...rest } }: Context) => {
      await session.limitAttempts(subject ?? '');
      await session.begin({ ...rest, subject, user: { name }, private: { tenant: 't1' } });
    },
    'PATCH /sign-in': ({ session, body: { name, role } }: Context) =>
      session.change({ ...(role && { role }), ...(name && { user: { name } }) }),
    'DELETE /sign-in': ({ session }: Context) => session.end(),
  },
};
