export { fromClaims } from '../../src/roles-from-claims.ts';
