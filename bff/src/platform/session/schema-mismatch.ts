import type { Roles } from '#contract/kit/call.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import { strict } from '#platform/calls/validation.ts';
import type { SessionRecord } from './store/session-store.ts';

type Content = Pick<SessionRecord, 'role' | 'user' | 'private'>;

export function createSchemaMismatch(schema: SessionSchema, permissionsOf: Roles) {
  const matchesUser = strict.compile(schema.user);
  const matchesPrivate = strict.compile(schema.private);

  return ({ role, user, private: hidden }: Content): string | undefined => {
    if (role === 'anonymous' || !Object.hasOwn(permissionsOf, role))
      return `${role} is not a role of the contract that can sign in`;
    if (!matchesUser(user)) return strict.errorsText(matchesUser.errors, { dataVar: 'user' });
    if (matchesPrivate(hidden)) return undefined;
    return strict.errorsText(matchesPrivate.errors, { dataVar: 'private' });
  };
}
