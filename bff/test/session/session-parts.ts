import Type from 'typebox';
import type { ProductParts } from '../../src/product-parts.ts';
import { testParts } from '../test-parts.ts';
import { callsFor } from '#contract/kit/call.ts';
import { empty } from '#contract/kit/content.ts';
import { platformErrors } from '#contract/kit/platform-errors.ts';
import { defineSession } from '#contract/kit/session/define-session.ts';
import { status } from '#contract/calls/status.ts';
import { defineUpstream } from '#upstreams/kit/define-upstream.ts';

const roles = {
  anonymous: ['status:read', 'client-report:send', 'public:read', 'sign-in:use'],
  reader: ['status:read', 'client-report:send', 'public:read', 'sign-in:use', 'thing:read'],
  keeper: ['status:read', 'client-report:send', 'public:read', 'sign-in:use', 'thing:read', 'thing:write'],
} as const;

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
const call = { errors: [], ok: { 200: Who } } as const;

const calls = callsFor<typeof platformErrors, typeof roles>()({
  ...status,
  'GET /who': { ...call, id: 'who', summary: 'Who asks', permission: 'public:read' },
  'GET /things': { ...call, id: 'things', summary: 'For who is signed in', permission: 'thing:read' },
  'POST /things': { ...call, id: 'addThing', summary: 'For a keeper', permission: 'thing:write' },
  'GET /token': {
    id: 'token',
    summary: 'The token that an upstream gets',
    permission: 'public:read',
    errors: [],
    ok: { 200: Type.Object({ asPerson: Type.String(), asService: Type.String() }) },
  },
  'POST /sign-in': {
    id: 'signIn',
    summary: 'Signs in',
    permission: 'sign-in:use',
    errors: [],
    body: NewWho,
    ok: { 204: empty },
  },
  'PATCH /sign-in': {
    id: 'changeSession',
    summary: 'Changes the session',
    permission: 'thing:read',
    errors: [],
    body: Type.Object({ role: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }),
    ok: { 204: empty },
  },
  'DELETE /sign-in': {
    id: 'signOut',
    summary: 'Signs out',
    permission: 'sign-in:use',
    errors: [],
    ok: { 204: empty },
  },
});

/** The session of a handler, as a product with this contract has it. */
interface TestSession {
  readonly subject: string | null;
  readonly role: string;
  readonly private?: { readonly tenant: string };
  readonly begin: (who: object) => Promise<void>;
  readonly change: (part: object) => Promise<void>;
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

const Token = Type.Object({ token: Type.String() });

/** A product with sign-in, for tests: sign-in by its own call, and two upstreams, of which one gets the person's token. */
export const sessionParts: ProductParts = {
  ...testParts,
  calls,
  permissionsOf: roles,
  session: defineSession({
    person: Type.Object({ name: Type.String() }),
    private: Type.Object({ tenant: Type.String() }),
  }),
  fromClaims: ({ name, role }) =>
    (typeof role === 'string' ? { role, person: { name }, private: { tenant: 't1' } } : null) as never,
  upstreams: {
    mine: defineUpstream('mine', ({ get }) => ({ token: () => get('/token', {}, Token) }), { as: 'person' }),
    ours: defineUpstream('ours', ({ get }) => ({ token: () => get('/token', {}, Token) })),
  },
  handlers: {
    ...testParts.handlers,
    'GET /who': who,
    'GET /things': who,
    'POST /things': who,
    'GET /token': async ({ upstreams: { mine, ours } }: Context) => ({
      asPerson: (await mine.token()).token,
      asService: (await ours.token()).token,
    }),
    'POST /sign-in': async ({ session, body: { name, subject, ...rest } }: Context) => {
      await session.limitAttempts(subject ?? '');
      await session.begin({ ...rest, subject, person: { name }, private: { tenant: 't1' } });
    },
    'PATCH /sign-in': ({ session, body: { name, role } }: Context) =>
      session.change({ ...(role && { role }), ...(name && { person: { name } }) }),
    'DELETE /sign-in': ({ session }: Context) => session.end(),
  },
};
