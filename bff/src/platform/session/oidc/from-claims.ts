import { hash } from 'node:crypto';
import type { Role } from '#contract/permissions.ts';
import type { session } from '#contract/session.ts';
import type { SessionOf, SessionSchema } from '#contract/kit/session/define-session.ts';
import type { StoredSession, Tokens } from '#platform/session/store/session-store.ts';

/** A role of the contract, and what the contract's session keeps; `null`: not signed in. */
type Kept<S> = S extends SessionSchema
  ? (Omit<SessionOf<S>, 'subject' | 'role'> & { readonly role: Exclude<Role, 'anonymous'> }) | null
  : null;

/** Gets the claims of the ID token and of the UserInfo response (OpenID Connect Core, section 5.1). `null`: this person has no role here. */
export type FromClaims = (claims: Readonly<Record<string, unknown>>) => Kept<typeof session>;

/** Until the next check if the provider does not say when an access token ends. */
const CHECK_MS = 3_600_000;

/** Returns when the role is checked again: when the access token ends, so that the provider decides how often. */
export const checkAt = ({ endsAt }: Tokens): number => endsAt ?? Date.now() + CHECK_MS;

/** Returns what a session keeps of the claims of a user. `null`: this user has no role here. */
export function grantOf(fromClaims: FromClaims, claims: Parameters<FromClaims>[0], tokens: Tokens) {
  const who: object | null = fromClaims(claims);
  if (!who) return null;
  const {
    role,
    person = {},
    private: hidden = {},
  } = who as Pick<StoredSession, 'role'> & Partial<StoredSession>;
  const granted = hash('sha256', JSON.stringify(who), 'base64url');
  return {
    role,
    person,
    private: hidden,
    check: { at: checkAt(tokens), sub: String(claims['sub']), granted },
  };
}
