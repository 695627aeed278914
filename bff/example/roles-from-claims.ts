import type { Role } from '#contract/permissions.ts';
import type { FromClaims } from '#platform/session/oidc/from-claims.ts';

const roles: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = {
  reader: 'reader',
  author: 'author',
  editor: 'editor',
};

export const fromClaims: FromClaims = ({ name, role }) => {
  const known = roles[String(role)];
  return known ? { role: known, user: { name: String(name) }, private: {} } : null;
};
