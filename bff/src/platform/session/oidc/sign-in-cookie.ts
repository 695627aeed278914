import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_PATH } from '#contract/kit/session/session-state.ts';
import { cookieValues, ownCookie, sendCookie } from '#platform/session/cookies.ts';
import type { Seal } from '#platform/session/store/seal.ts';
import type { Checks } from './provider.ts';

/** What a browser keeps of a sign-in until its way back. */
export interface PendingSignIn extends Checks {
  /** The path to return to. */
  readonly to: string;
  /** It has begun again by itself, which it does once. */
  readonly isAgain: boolean;
  readonly startedAt: number;
}

/** Kept longer than a sign-in is valid, so that one that is too late can begin again with its `to`. */
const attributes = { path: SESSION_PATH, maxAgeMs: 24 * 3_600_000 };
/** In one browser; the header field has room for these. */
const SIDE_BY_SIDE = 4;

const nameOf = (request: FastifyRequest, state: string) => ownCookie(request, `sign-in.${state.slice(-12)}`);

/** A cookie for each sign-in binds it to the browser; several tabs can have one each. */
export function keepSignIn(reply: FastifyReply, seal: Seal, signIn: PendingSignIn): void {
  const { request } = reply;
  const others = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=')[0] ?? '')
    .filter((name) => name.startsWith(ownCookie(request, 'sign-in.')));
  for (const name of others.slice(0, Math.max(0, others.length - SIDE_BY_SIDE + 1)))
    sendCookie(reply, name, '', attributes);
  const name = nameOf(request, signIn.state);
  sendCookie(reply, name, seal.seal(JSON.stringify(signIn), name), attributes);
}

/** The sign-in that this browser began with that state, once; undefined for any other. */
export function takeSignIn(reply: FastifyReply, seal: Seal, state: string): PendingSignIn | undefined {
  const { request } = reply;
  const name = nameOf(request, state);
  for (const value of cookieValues(request.headers.cookie, name)) {
    sendCookie(reply, name, '', attributes);
    const text = seal.open(value, name);
    const signIn = text === undefined ? undefined : (JSON.parse(text) as PendingSignIn);
    if (signIn?.state === state) return signIn;
  }
  return undefined;
}
