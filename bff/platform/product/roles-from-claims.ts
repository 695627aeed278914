export { fromClaims } from '#roles-from-claims.ts';
