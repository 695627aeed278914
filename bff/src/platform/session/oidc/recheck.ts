import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/kit/app-error.ts';
import type { Session } from '#contract/session.ts';
import { type FoundSession, keep } from '#platform/session/find-session.ts';
import type { SignInParts } from '#platform/session/sign-in-parts.ts';
import {
  type Eventually,
  type StoredSession,
  StoreUnavailable,
} from '#platform/session/store/session-store.ts';
import { checkAt, grantOf } from './from-claims.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './provider.ts';
import { MARGIN_MS, type Refresh } from './tokens.ts';

/** For a check, so that a call that waits for its role meets its deadline. */
const CHECK_MS = 5_000;
/** Until the next check after one that has failed. */
const RETRY_MS = 60_000;

/**
 * Makes the function that checks the role of a request's session at the provider when its access token has ended, before the request is
 * authorized. A user who could not sign in any more is signed out. While the provider is unavailable, the role stays.
 */
export function createRecheck(
  { store, lifecycle, audit, fromClaims }: SignInParts,
  provider: Provider,
  { once, refresh }: Refresh,
) {
  const isDue = ({ tokens, check }: StoredSession) =>
    tokens?.refresh !== undefined && check !== undefined && check.at - Date.now() < MARGIN_MS;

  async function recheck(request: FastifyRequest, reply: FastifyReply, found: FoundSession) {
    const session = await once(request, isDue, (stored) =>
      check(request, reply, { ...found, session: stored }),
    );
    // Others may have changed its role or its secret meanwhile: this request had the right one when it came.
    if (session?.subject === found.session.subject) return keep(request, { ...found, session });
    request.found = null;
    return null;
  }

  async function check(request: FastifyRequest, reply: FastifyReply, found: FoundSession) {
    const { log } = request;
    let { session } = found;
    const late = sleep(CHECK_MS, null, { ref: false });
    try {
      const refreshed = await refresh(request, found.key, session.tokens);
      if (!refreshed) return undefined;
      ({ session } = refreshed);
      const claims = await Promise.race([provider.claims(refreshed.renewed, session.check?.sub ?? ''), late]);
      if (claims === null) throw new ProviderError('provider-away', 'the claims came too late');
      const granted = claims && grantOf(fromClaims, claims, refreshed.renewed);
      if (granted === null) {
        await lifecycle.end(request, 'no role any more');
        return undefined;
      }
      if (!granted || granted.check.granted === session.check?.granted)
        return await postpone(found.key, checkAt(refreshed.renewed));
      request.found = { ...found, session };
      await lifecycle.change(request, reply, granted);
      return request.found.session;
    } catch (error) {
      if (error instanceof AppError || error instanceof StoreUnavailable) throw error;
      if (error instanceof ProviderError) {
        audit(log, 'refresh-failed', session, error.message);
        return postpone(found.key, Date.now() + RETRY_MS);
      }
      log.error({ err: error }, 'checking a role failed: the claims do not fit');
      await lifecycle.end(request, 'the claims do not fit any more');
      return undefined;
    }
  }

  const postpone = (key: string, at: number) =>
    store.change(key, (stored) => ({ ...stored, ...(stored.check && { check: { ...stored.check, at } }) }));

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session | null,
  ): Eventually<Session | null> =>
    request.found && isDue(request.found.session) ? recheck(request, reply, request.found) : session;
}
