import Type from 'typebox';
import type { Calls, HandlerInput } from '#contract/kit/call.ts';
import type { AnyHandler } from '#platform/calls/handler.ts';

const Tree = Type.Cyclic(
  {
    Node: Type.Object({
      name: Type.String({ maxLength: 20 }),
      children: Type.Optional(Type.Array(Type.Ref('Node'), { maxItems: 3 })),
    }),
  },
  'Node',
);

const Echoed = {
  query: Type.Object({
    text: Type.Optional(Type.String()),
    numbers: Type.Optional(Type.Array(Type.Number())),
    order: Type.Optional(Type.Enum(['up', 'down'])),
    day: Type.Optional(Type.String({ format: 'date' })),
  }),
  headers: Type.Object({ 'x-note': Type.Optional(Type.String({ maxLength: 100 })) }),
  params: Type.Object({ number: Type.Integer({ minimum: -5 }), text: Type.String({ minLength: 1 }) }),
};

const open = { summary: '', permission: 'status:read', errors: [] } as const;

/** Calls that return what they were sent: what the other test calls lack. */
export const echoCalls = {
  'GET /test/echo/:number/:text': {
    ...{ ...open, ...Echoed },
    id: 'echoUrl',
    ok: { 200: Type.Object(Echoed) },
  },
  'PUT /test/trees': { ...open, id: 'echoTree', body: Tree, ok: { 200: Tree } },
  'POST /test/trees': { ...open, id: 'echoTreeAgain', body: Tree, ok: { 200: Tree } },
  'PATCH /test/anything': { ...open, id: 'echoAnything', body: Type.Unknown(), ok: { 200: Type.Unknown() } },
} as const satisfies Calls;

type Given<K extends keyof typeof echoCalls> = HandlerInput<(typeof echoCalls)[K], never>;

export const echoHandlers: Readonly<Record<keyof typeof echoCalls, AnyHandler>> = {
  'GET /test/echo/:number/:text': ({ params, query, headers }: Given<'GET /test/echo/:number/:text'>) => ({
    ...{ params, query, headers },
  }),
  'PUT /test/trees': ({ body }: Given<'PUT /test/trees'>) => body,
  'POST /test/trees': ({ body }: Given<'POST /test/trees'>) => body,
  'PATCH /test/anything': ({ body = null }: Given<'PATCH /test/anything'>) => body,
};
