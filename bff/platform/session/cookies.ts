import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { limits } from '#platform/contract/limits.ts';
import { cookieName, sessionHint } from '#platform/contract/session/session-state.ts';

/**
 * Returns all values of a cookie, because pages on other paths and domains can set a cookie of the same name (RFC 6265, section 5.4). Cookie parsers
 * return only one value.
 */
export const cookieValues = (header: string | undefined, name: string): string[] =>
  (header ?? '').split(';').flatMap((pair) => {
    const text = pair.trim();
    return text.startsWith(`${name}=`) ? text.slice(name.length + 1) : [];
  });

const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';

/** Returns the name of a cookie. Over https, adds the prefix `__Secure-`, so that pages loaded over http cannot set the cookie. */
export const ownCookie = (request: FastifyRequest, use: string): string =>
  `${isSecure(request) ? '__Secure-' : ''}${cookieName(use)}`;

export const sendCookie = (
  reply: FastifyReply,
  name: string,
  value: string,
  { maxAgeMs, path = BASE_PATH, httpOnly = true }: { maxAgeMs: number; path?: string; httpOnly?: boolean },
): void => {
  const maxAge = value === '' ? 0 : Math.round(maxAgeMs / 1_000);
  const attributes = { path, maxAge, sameSite: 'lax', httpOnly, secure: isSecure(reply.request) } as const;
  reply.header('set-cookie', stringifySetCookie({ name, value, ...attributes }));
};

/** Sets the session cookie (unless `identifier` is undefined) and `sessionHint`, which scripts can read. Empty strings delete both cookies. */
export function sendSessionCookies(
  reply: FastifyReply,
  identifier: string | undefined,
  version: string,
): void {
  const maxAgeMs = limits.SESSION_MS;
  if (identifier !== undefined)
    sendCookie(reply, ownCookie(reply.request, 'session'), identifier, { maxAgeMs });
  sendCookie(reply, sessionHint(), version, { maxAgeMs, httpOnly: false });
}
