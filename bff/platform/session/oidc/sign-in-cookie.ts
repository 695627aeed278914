import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_PATH } from '#platform/contract/session/session-state.ts';
import { cookieValues, ownCookie, sendCookie } from '#platform/session/cookies.ts';
import type { Seal } from '#platform/session/store/seal.ts';
import type { AuthorizationChecks } from './provider.ts';

/** State of a sign-in until its callback, in an encrypted cookie. */
export interface PendingSignIn extends AuthorizationChecks {
  readonly to: string;
  readonly startedAt: number;
}

/** Attributes of the cookie. `maxAgeMs` exceeds `SIGN_IN_MS`, because the screen for an expired sign-in needs the cookie's `to`. */
const attributes = { path: SESSION_PATH, maxAgeMs: 24 * 3_600_000 };
/** Maximum number and size of the pending sign-ins of a browser. Their cookies count towards `HEADERS_BYTES`. */
const MAX_PENDING = { count: 4, bytes: 6_000 };

const nameOf = (request: FastifyRequest, state: string) => ownCookie(request, `sign-in.${state.slice(-12)}`);

export function storeSignIn(reply: FastifyReply, seal: Seal, signIn: PendingSignIn): void {
  const { request } = reply;
  const name = nameOf(request, signIn.state);
  const value = seal.seal(signIn, name);
  let [count, bytes] = [1, name.length + value.length];
  const cookies = Object.entries(parseCookie(request.headers.cookie ?? ''));
  const others = cookies.filter(([other]) => other.startsWith(ownCookie(request, 'sign-in.')));
  // Browsers send the oldest cookie first (RFC 6265, section 5.4). It is the first to go.
  for (const [other, { length = 0 } = ''] of others.toReversed()) {
    [count, bytes] = [count + 1, bytes + other.length + length];
    if (count > MAX_PENDING.count || bytes > MAX_PENDING.bytes) sendCookie(reply, other, '', attributes);
  }
  sendCookie(reply, name, value, attributes);
}

/** Returns the browser's pending sign-in with this state, and deletes its cookie. */
export function takeSignIn(reply: FastifyReply, seal: Seal, state: string): PendingSignIn | undefined {
  const { request } = reply;
  const name = nameOf(request, state);
  for (const value of cookieValues(request.headers.cookie, name)) {
    sendCookie(reply, name, '', attributes);
    const signIn = seal.open(value, name) as PendingSignIn | undefined;
    if (signIn?.state === state) return signIn;
  }
  return undefined;
}
