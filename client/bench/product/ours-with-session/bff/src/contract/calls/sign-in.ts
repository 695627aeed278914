import { empty } from '../kit/content.ts';
import { defineCalls } from '../kit/define-calls.ts';

export const signIn = defineCalls({
  'POST /sign-in': {
    id: 'signIn',
    summary: 'Signs the reader in',
    permission: 'status:read',
    ok: { 204: empty },
    errors: [],
  },
});
