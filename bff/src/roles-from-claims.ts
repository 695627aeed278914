import type { FromClaims } from '#platform/session/oidc/from-claims.ts';

/** Maps the claims of the OpenID provider to the user's role and session data, or to `null` for a user without a role (specification, point 6). */
export const fromClaims: FromClaims = () => null;
