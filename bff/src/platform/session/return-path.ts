import { BASE_PATH } from '#contract/constants.ts';
import { REFUSED_PATH_PATTERN } from '#edge/paths.ts';

const MAX_LENGTH = 1_000;
const refused = new RegExp(REFUSED_PATH_PATTERN, 'i');

/** What browsers read as the start of another origin or drop, also percent-encoded: `//`, `\`, control characters (WHATWG URL, section 4.4). */
// oxlint-disable-next-line no-control-regex
const misleading = /^[^?#]*(?:\/\/|%2f%2f)|[\\\u0000-\u0020\u007F]|%5c|%(?:0\d|1\d|0[a-f]|1[a-f]|7f)/i;

const HOME = `${BASE_PATH}/`;

/** Returns the path, query and fragment to return to after sign-in, for a Location header: beneath the base path, or else the home screen. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string') return HOME;
  // Header values are ASCII (RFC 9110, section 5.5); the query that it came with is decoded.
  const to = wanted.toWellFormed().replaceAll(/\P{ASCII}+/gu, encodeURIComponent);
  if (to.length > MAX_LENGTH || !to.startsWith(HOME)) return HOME;
  const path = to.split(/[?#]/, 1)[0] ?? '';
  return misleading.test(to) || refused.test(path) ? HOME : to;
}
