import type { FromClaims } from './platform/session/oidc/from-claims.ts';

export const fromClaims: FromClaims = () => null;
