import * as Type from 'typebox';
import { status } from '@web/bff/contract/calls/status';
import { events } from '@web/bff/platform/contract/content';
import { formCalls } from '@web/bff/platform/test/calls/form-calls';
import { uploadCalls } from '@web/bff/platform/test/calls/upload-calls';

const Echo = Type.Object({ name: Type.String(), requestId: Type.String() });
const read = { summary: '', permission: 'status:read', responses: { 200: Echo }, errors: [] } as const;

export const calls = {
  ...status,
  ...formCalls,
  ...uploadCalls,
  'GET /test/echo/:name': {
    id: 'testEcho',
    params: Type.Object({ name: Type.String() }),
    query: Type.Object({
      page: Type.Optional(Type.Integer()),
      tag: Type.Optional(Type.Array(Type.String())),
    }),
    ...read,
  },
  'GET /test/numbers': {
    ...read,
    id: 'testNumbers',
    responses: { 200: events(Type.Object({ number: Type.Integer() }), { id: 'number' }) },
  },
} as const;
