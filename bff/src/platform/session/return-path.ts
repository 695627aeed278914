import { BASE_PATH } from '#contract/constants.ts';
import { REFUSED_PATH_PATTERN } from '#edge/paths.ts';

const MAX_LENGTH = 1_000;
const refused = new RegExp(REFUSED_PATH_PATTERN, 'i');

/** What browsers read as the start of another origin or drop, also percent-encoded: `//`, `\`, control characters (WHATWG URL, section 4.4). */
// oxlint-disable-next-line no-control-regex
const misleading = /^[^?#]*(?:\/\/|%2f%2f)|[\\\u0000-\u0020\u007F]|%5c|%(?:0\d|1\d|0[a-f]|1[a-f]|7f)/i;

const HOME = `${BASE_PATH}/`;

/** The path, query and fragment to return to after sign-in: only what lies beneath the base path; otherwise the home screen. */
export function returnPath(to: unknown): string {
  if (typeof to !== 'string' || to.length > MAX_LENGTH || !to.startsWith(HOME)) return HOME;
  const path = to.split(/[?#]/, 1)[0] ?? '';
  return misleading.test(to) || refused.test(path) ? HOME : to;
}
