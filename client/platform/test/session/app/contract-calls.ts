import * as Type from 'typebox';
import { events } from '@web/bff/platform/contract/content';
import { status } from '@web/bff/contract/calls/status';
import { formCalls } from '@web/bff/platform/test/calls/form-calls';

const Members = Type.Object({ names: Type.Array(Type.String()) });
const call = { summary: '', permission: 'member:read', responses: { 200: Members }, errors: [] } as const;

export const calls = {
  ...status,
  ...formCalls,
  'GET /members': { ...call, id: 'members', query: Type.Object({ page: Type.Optional(Type.String()) }) },
  'GET /test/changes': { ...call, id: 'changes', responses: { 200: Type.Object({}) } },
  'GET /test/numbers': { ...call, id: 'numbers', responses: { 200: events(Type.Integer()) } },
  'POST /sign-in': { ...call, id: 'signIn', permission: 'status:read' },
} as const;
