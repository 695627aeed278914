import * as Type from 'typebox';
import { calls as testCalls } from '#platform/test/screens/app/contract-calls.ts';

const Who = Type.Object({ subject: Type.String() });

export const calls = {
  ...testCalls,
  'GET /things': { id: 'things', summary: '', permission: 'thing:read', responses: { 200: Who }, errors: [] },
} as const;
