import type { FromClaims } from '#platform/session/oidc/from-claims.ts';

/** Point 6: maps the claims of the OpenID provider to the user's role and session data, or to `null` for a user without a role. */
export const fromClaims: FromClaims = () => null;
