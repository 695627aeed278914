import * as Type from 'typebox';
import { status } from '@web/bff/contract/calls/status';
import { formCalls } from '@web/bff/platform/test/calls/form-calls';

const Members = Type.Object({ names: Type.Array(Type.String()) });
const call = { summary: '', permission: 'member:read', responses: { 200: Members }, errors: [] } as const;

export const calls = {
  ...status,
  ...formCalls,
  'GET /members': { ...call, id: 'members', query: Type.Object({ page: Type.Optional(Type.String()) }) },
  'POST /sign-in': { ...call, id: 'signIn', permission: 'status:read' },
} as const;
