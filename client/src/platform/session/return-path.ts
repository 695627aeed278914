import { BASE_PATH } from '@web/bff/contract/constants';
import { canonicalPath } from '#platform/document/canonical-path.ts';

/** The path, search and hash beneath the base path that `to` names, without the base path; the home screen's for anything else. */
export function returnPath(to: string | null): string {
  const url = to === null ? null : URL.parse(to, location.origin);
  if (url?.origin !== location.origin) return '/';
  const path = canonicalPath(url.pathname, BASE_PATH);
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) + url.search + url.hash : '/';
}
