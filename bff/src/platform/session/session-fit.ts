import type { Roles } from '#contract/kit/call.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import { strict } from '#platform/calls/validation.ts';
import type { StoredSession } from './store/session-store.ts';

/** `person`, percent-encoded, is part of a response header, for which proxies have little room. */
const MAX_PERSON_LENGTH = 2_000;

type Content = Pick<StoredSession, 'role' | 'person' | 'private'>;

export function createSessionFit(schema: SessionSchema, permissionsOf: Roles) {
  const hasPerson = strict.compile(schema.person);
  const hasPrivate = strict.compile(schema.private);

  /** Returns why a session does not fit the contract; undefined if it does. */
  function misfit({ role, person, private: hidden }: Content): string | undefined {
    if (role === 'anonymous' || !Object.hasOwn(permissionsOf, role))
      return `${role} is no role to sign in with`;
    if (!hasPerson(person)) return strict.errorsText(hasPerson.errors, { dataVar: 'person' });
    return hasPrivate(hidden) ? undefined : strict.errorsText(hasPrivate.errors, { dataVar: 'private' });
  }

  /** Throws a `TypeError` for a session that does not fit the contract, or is too large. */
  function expectFit(session: Content): void {
    const isTooLarge = encodeURIComponent(JSON.stringify(session.person)).length > MAX_PERSON_LENGTH;
    const tooLarge = isTooLarge ? `person takes more than ${MAX_PERSON_LENGTH} characters` : undefined;
    const reason = misfit(session) ?? tooLarge;
    if (reason !== undefined) throw new TypeError(`a session does not fit the contract: ${reason}`);
  }

  return { misfit, expectFit };
}
