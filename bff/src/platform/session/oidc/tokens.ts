import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { platformError } from '#contract/kit/app-error.ts';
import type { AccessToken, SignInParts } from '#platform/session/sign-in-parts.ts';
import type { StoredSession, Tokens } from '#platform/session/store/session-store.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './provider.ts';

/** A token is refreshed so long before it ends. */
export const MARGIN_MS = 10_000;
/** Longer than a request to the provider takes: the lock of a replica that has died ends by itself. */
const LOCK_MS = 7_000;
const POLL_MS = 50;

type Work = (session: StoredSession) => Promise<StoredSession | undefined>;
export type Refresh = ReturnType<typeof createRefresh>;

/** Refreshes the tokens of sessions. */
export function createRefresh({ store, lifecycle, audit }: SignInParts, provider: Provider) {
  /**
   * Runs `work` if the session of a request is due: once for all calls, tabs and replicas; the others wait. Resolves with the session as it is
   * stored then, undefined if it has ended.
   */
  const once = async (
    { found, deadline }: FastifyRequest,
    isDue: (session: StoredSession) => boolean,
    work: Work,
  ): ReturnType<Work> => {
    let session = found?.session;
    const key = found?.key ?? '';
    while (session && isDue(session) && !deadline.signal.aborted) {
      // Now, because the lock lasts as long as one request. Where it fails, so does the refresh.
      await provider.find().catch(() => {});
      const release = await store.lock(`refresh ${key}`, LOCK_MS);
      try {
        session = (await store.read(key))?.session;
        if (!session || !isDue(session)) break;
        if (release) return await work(session);
      } finally {
        await release?.();
      }
      await sleep(POLL_MS);
    }
    return session;
  };

  /** Refreshes and stores tokens. Resolves with what the provider sent; undefined if the session has ended, here or there. Throws a `ProviderError`. */
  const refresh = async (request: FastifyRequest, key: string, tokens: Tokens | undefined) => {
    const { refresh: token = '' } = tokens ?? {};
    const renewed = await provider.refresh(token);
    if (!renewed) {
      await lifecycle.end(request, 'the provider has ended the refresh token');
      return undefined;
    }
    // Tokens that the reply omits stay valid (RFC 6749, section 6).
    const session = await store.change(key, (record) => ({
      ...record,
      issuedAt: Date.now(),
      isRefused: false,
      tokens: { ...record.tokens, ...renewed },
    }));
    if (session) audit(request.log, 'refresh', session);
    else void provider.revoke(renewed.refresh ?? token).catch(() => {});
    return session && { session, renewed };
  };

  return { once, refresh };
}

/** A token that is about to end, or is the refused one, is refreshed. */
export const createAccessToken =
  ({ audit }: SignInParts, { once, refresh }: Refresh): AccessToken =>
  async (request, refused) => {
    const { found, log } = request;
    if (!found) return undefined;
    const isDue = ({ tokens }: StoredSession) =>
      tokens?.refresh !== undefined &&
      (tokens.access === refused || (tokens.endsAt ?? Infinity) - Date.now() < MARGIN_MS);
    const session = await once(request, isDue, async (stored) => {
      const { tokens } = stored;
      try {
        return (await refresh(request, found.key, tokens))?.session;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        audit(log, 'refresh-failed', stored, error.message);
        if (tokens?.access !== refused && (tokens?.endsAt ?? 0) > Date.now()) return stored;
        throw platformError('unavailable', { cause: error, retryAfterSeconds: 2 });
      }
    });
    if (session) return session.tokens?.access;
    request.found = null;
    throw platformError('not-signed-in');
  };
