import type { Roles } from '#contract/kit/call.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import { strict } from '#platform/calls/validation.ts';
import type { SessionRecord } from './store/session-store.ts';

type Content = Pick<SessionRecord, 'role' | 'person' | 'private'>;

export function createSchemaMismatch(schema: SessionSchema, permissionsOf: Roles) {
  const matchesPerson = strict.compile(schema.person);
  const matchesPrivate = strict.compile(schema.private);

  return ({ role, person, private: hidden }: Content): string | undefined => {
    if (role === 'anonymous' || !Object.hasOwn(permissionsOf, role))
      return `${role} is not a role of the contract that can sign in`;
    if (!matchesPerson(person)) return strict.errorsText(matchesPerson.errors, { dataVar: 'person' });
    if (matchesPrivate(hidden)) return undefined;
    return strict.errorsText(matchesPrivate.errors, { dataVar: 'private' });
  };
}
