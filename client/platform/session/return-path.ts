import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { canonicalPath } from '#platform/document/canonical-path.ts';

/** Returns the part of `to` after the base path, or `/` if `to` is not an address of this application. Prevents open redirects. */
export function returnPath(to: string | null): string {
  const url = to !== null && URL.canParse(to, location.origin) && new URL(to, location.origin);
  if (!url || url.origin !== location.origin) return '/';
  const path = canonicalPath(url.pathname, BASE_PATH);
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) + url.search + url.hash : '/';
}
