import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#contract/constants.ts';
import { limits } from '#contract/kit/limits.ts';
import { cookieName, sessionHint } from '#contract/kit/session/session-state.ts';

/** The values of a cookie in a Cookie header field: several, if cookies of other paths or domains have its name (RFC 6265, section 5.4). Libraries tell one. */
export const cookieValues = (header: string | undefined, name: string): string[] =>
  (header ?? '').split(';').flatMap((pair) => {
    const text = pair.trim();
    return text.startsWith(`${name}=`) ? text.slice(name.length + 1) : [];
  });

interface Attributes {
  readonly isSecure: boolean;
  readonly maxAgeMs: number;
  readonly path?: string;
  readonly isReadable?: boolean;
}

/** A Set-Cookie header field (RFC 6265, section 4.1); the value is URL-safe. Only navigations of other sites send the cookie. */
export const setCookie = (
  name: string,
  value: string,
  { isSecure, maxAgeMs, path = BASE_PATH, isReadable }: Attributes,
): string =>
  stringifySetCookie({
    name,
    value,
    path,
    maxAge: Math.round(maxAgeMs / 1_000),
    sameSite: 'lax',
    httpOnly: !isReadable,
    secure: isSecure,
  });

/** Whether the browser came by https, as trusted proxies tell. */
export const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';

/** Over https, no page that came by http can set a cookie with the name. */
export const ownCookie = (request: FastifyRequest, use: string): string =>
  `${isSecure(request) ? '__Secure-' : ''}${cookieName(use)}`;

/** Gives the browser a session's identifier, and the hint that the document reads. */
export function sendSessionCookies(
  reply: FastifyReply,
  identifier: string | undefined,
  version: string,
): void {
  const attributes = { isSecure: isSecure(reply.request), maxAgeMs: limits.SESSION_MS };
  if (identifier !== undefined)
    reply.header('set-cookie', setCookie(ownCookie(reply.request, 'session'), identifier, attributes));
  reply.header('set-cookie', setCookie(sessionHint(), version, { ...attributes, isReadable: true }));
}

/** Takes both away. */
export function clearSessionCookies(reply: FastifyReply): void {
  const attributes = { isSecure: isSecure(reply.request), maxAgeMs: 0 };
  reply.header('set-cookie', setCookie(ownCookie(reply.request, 'session'), '', attributes));
  reply.header('set-cookie', setCookie(sessionHint(), '', { ...attributes, isReadable: true }));
}
