import { hash } from 'node:crypto';
import type { Role } from '#platform/contract/product/permissions.ts';
import type { session } from '#platform/contract/product/session.ts';
import type { SessionOf, SessionSchema } from '#platform/contract/session/define-session.ts';
import type { SessionRecord, Tokens } from '#platform/session/store/session-store.ts';

type Kept<S> = S extends SessionSchema
  ? (Omit<SessionOf<S>, 'subject' | 'role'> & { readonly role: Exclude<Role, 'anonymous'> }) | null
  : null;

/** Maps the claims of the ID token and UserInfo (OpenID Connect Core, section 5.1) to a session. Returns `null` if the user has no role. */
export type FromClaims = (claims: Readonly<Record<string, unknown>>) => Kept<typeof session>;

type Grant = Pick<SessionRecord, 'role'> & Partial<SessionRecord>;

const CHECK_MS = 3_600_000;

/**
 * Returns the time of the next role check: the expiry of the access token, so that the provider controls the interval. Defaults to one hour from now.
 */
export const checkAt = ({ endsAt }: Tokens): number => endsAt ?? Date.now() + CHECK_MS;

export function grantOf(fromClaims: FromClaims, claims: Parameters<FromClaims>[0], tokens: Tokens) {
  const who: object | null = fromClaims(claims);
  if (!who) return null;
  const granted = hash('sha256', JSON.stringify(who), 'base64url');
  const check = { at: checkAt(tokens), sub: String(claims['sub']), granted };
  const { role, user = {}, private: hidden = {} } = who as Grant;
  return { role, user, private: hidden, check };
}
