import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { SESSION_SCREEN } from '#platform/contract/session/session-state.ts';
import { REJECTED_PATH_PATTERN } from '#platform/edge/paths.ts';

/** True if the browser navigates to the response (Fetch Metadata, section 2.2). False over http, because browsers send the header only over https. */
export const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate';

export const originOf = ({ protocol, host }: FastifyRequest): string =>
  new URL(`${protocol}://${host}`).origin;

export const toScreen = (reply: FastifyReply, parameters: Readonly<Record<string, string>>): FastifyReply => {
  const search = new URLSearchParams(parameters);
  return redirect(reply, `${BASE_PATH}${SESSION_SCREEN}${search.size > 0 ? `?${search.toString()}` : ''}`);
};

/** Redirects with 303, so that the browser continues with GET (RFC 9110, section 15.4.4). */
export const redirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply.code(303).header('location', location).send();

const HOME = `${BASE_PATH}/`;
/** Maximum length of a return path. The encrypted cookie of a sign-in contains the path, and counts towards `HEADERS_BYTES`. */
const MAX_LENGTH = 1_400;
const rejectedPath = new RegExp(REJECTED_PATH_PATTERN, 'i');

/**
 * Matches text in a path that URL parsers drop or read as the start of another origin (WHATWG URL, section 4.4): `//`, `\` or control characters,
 * plain or percent-encoded.
 */
// oxlint-disable-next-line no-control-regex
const misleading = /\/\/|%2f%2f|[\\\u0000-\u0020\u007F]|%5c|%(?:0\d|1\d|0[a-f]|1[a-f]|7f)/i;

/** Percent-encodes all characters that the Location header, or JSON in the sign-in cookie, could not contain unescaped. */
const encoded = (to: string) => to.replaceAll(/[^!#-[\]-~]+/g, encodeURIComponent);

/**
 * Validates the path to return to after sign-in. Drops query and fragment if the whole is too long. Returns the home screen if the path is unsafe,
 * still too long, or not beneath the base path.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string') return HOME;
  const to = wanted.toWellFormed();
  const [path = ''] = to.split(/[?#]/, 1);
  if (!path.startsWith(HOME) || misleading.test(path) || rejectedPath.test(path)) return HOME;
  return [to, path].map(encoded).find(({ length }) => length <= MAX_LENGTH) ?? HOME;
}
