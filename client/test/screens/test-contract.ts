import Type from 'typebox';

const Echo = Type.Object({ name: Type.String(), requestId: Type.String() });
const read = { summary: '', permission: 'status:read', ok: { 200: Echo }, errors: [] } as const;

/** The contract of test calls that a screen prefetches; a copy of the project gets it beside its own. */
export const testCalls = {
  'GET /test/echo/:name': {
    id: 'testEcho',
    params: Type.Object({ name: Type.String() }),
    query: Type.Object({
      page: Type.Optional(Type.Integer()),
      tag: Type.Optional(Type.Array(Type.String())),
    }),
    ...read,
  },
} as const;
