import type { FromClaims } from './platform/session/oidc/from-claims.ts';

/** Point 6: the role of a person whom the OpenID provider has signed in, and what their session keeps; `null` for a person who has no role here. */
export const fromClaims: FromClaims = () => null;
