import type { Role } from '#contract/permissions.ts';
import type { session } from '#contract/session.ts';
import type { SessionOf, SessionSchema } from '#contract/kit/session/define-session.ts';

/** A role of the contract, and what the contract's session keeps; `null`: not signed in. */
type Kept<S> = S extends SessionSchema
  ? (Omit<SessionOf<S>, 'subject' | 'role'> & { readonly role: Exclude<Role, 'anonymous'> }) | null
  : null;

/** Gets the claims of the ID token and of the UserInfo response (OpenID Connect Core, section 5.1). `null`: this person has no role here. */
export type FromClaims = (claims: Readonly<Record<string, unknown>>) => Kept<typeof session>;
