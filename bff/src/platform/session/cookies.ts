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

/** Whether the browser came by https, as trusted proxies tell. */
const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';

/** Over https, no page that came by http can set a cookie with the name. */
export const ownCookie = (request: FastifyRequest, use: string): string =>
  `${isSecure(request) ? '__Secure-' : ''}${cookieName(use)}`;

interface Attributes {
  readonly maxAgeMs: number;
  readonly path?: string;
  readonly httpOnly?: boolean;
}

/** Gives the browser a cookie, whose value is URL-safe; an empty value takes it away (RFC 6265, section 4.1). Only navigations of other sites send it. */
export const sendCookie = (
  reply: FastifyReply,
  name: string,
  value: string,
  { maxAgeMs, path = BASE_PATH, httpOnly = true }: Attributes,
): void => {
  const maxAge = value === '' ? 0 : Math.round(maxAgeMs / 1_000);
  const secure = isSecure(reply.request);
  reply.header(
    'set-cookie',
    stringifySetCookie({ name, value, path, maxAge, sameSite: 'lax', httpOnly, secure }),
  );
};

/** Gives the browser a session's identifier, if it is a new one, and the hint that the document reads; empty ones take both away. */
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
