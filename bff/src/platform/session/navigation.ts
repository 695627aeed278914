import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#contract/constants.ts';
import type { AppError } from '#contract/kit/app-error.ts';
import { SESSION_SCREEN, type SignInProblem } from '#contract/kit/session/session-state.ts';
import { REFUSED_PATH_PATTERN } from '#edge/paths.ts';

/** Whether the browser shows the response to the person (Fetch Metadata, section 2.2). Without the field, as on plain http, it is not known. */
export const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate';

/** The origin that the browser sees, as trusted proxies tell; without the port of the scheme. */
export const originOf = ({ protocol, host }: FastifyRequest): string =>
  new URL(`${protocol}://${host}`).origin;

/** Why there is no sign-in now. */
export function problemOf(error: unknown): SignInProblem {
  const { statusCode } = error as Partial<AppError>;
  if (statusCode === 429) return 'too-many';
  return statusCode === 503 ? 'unavailable' : 'provider';
}

/** Leads a browser to the platform's screen of signing in. */
export function toScreen(
  reply: FastifyReply,
  parameters: { problem?: SignInProblem; to?: string } = {},
): FastifyReply {
  const search = new URLSearchParams(parameters);
  return go(reply, `${BASE_PATH}${SESSION_SCREEN}${search.size > 0 ? `?${search.toString()}` : ''}`);
}

/** 303: whatever the request was, the browser goes on with GET (RFC 9110, section 15.4.4). */
export const go = (reply: FastifyReply, location: string): FastifyReply =>
  reply.code(303).header('location', location).send();

const HOME = `${BASE_PATH}/`;
/** Characters of a path to return to. */
const MAX_LENGTH = 1_000;
const refused = new RegExp(REFUSED_PATH_PATTERN, 'i');

/** Characters that browsers drop or read as the start of another origin, also percent-encoded: `//`, `\`, control characters (WHATWG URL, section 4.4). */
// oxlint-disable-next-line no-control-regex
const misleading = /^[^?#]*(?:\/\/|%2f%2f)|[\\\u0000-\u0020\u007F]|%5c|%(?:0\d|1\d|0[a-f]|1[a-f]|7f)/i;

/** Returns the path, query and fragment to return to after sign-in, for a Location header: beneath the base path, or else the home screen. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string') return HOME;
  // Header values are ASCII (RFC 9110, section 5.5); the query that it came with is decoded.
  const to = wanted.toWellFormed().replaceAll(/\P{ASCII}+/gu, encodeURIComponent);
  if (to.length > MAX_LENGTH || !to.startsWith(HOME)) return HOME;
  const path = to.split(/[?#]/, 1)[0] ?? '';
  return misleading.test(to) || refused.test(path) ? HOME : to;
}
