import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { platformError } from '#platform/contract/app-error.ts';
import type { SignInContext } from '#platform/session/create-sessions.ts';
import type { AccessToken } from '#platform/session/session-context.ts';
import type { SessionRecord } from '#platform/session/store/session-store.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './provider.ts';

/** The BFF refreshes a token this long before it expires, and rechecks a role this long before `check.at`. */
export const MARGIN_MS = 10_000;
/** Time after which the lock expires, in case the replica that holds it has died. Longer than the timeouts of discovery and refresh together. */
const LOCK_MS = 12_000;
const POLL_MS = 50;

type Work = (record: SessionRecord) => Promise<SessionRecord | undefined>;
export type Refresh = ReturnType<typeof createRefresh>;

export function createRefresh({ store, lifecycle, audit }: SignInContext, provider: Provider) {
  /**
   * Runs `work` if `isDue`. Among concurrent requests on all replicas, only one runs `work`; the others wait for it. Returns the stored session, or
   * undefined if the session has ended.
   */
  const once = async (
    { sessionRecord, deadline }: FastifyRequest,
    isDue: (record: SessionRecord) => boolean,
    work: Work,
  ): ReturnType<Work> => {
    let record = sessionRecord ?? undefined;
    while (record && isDue(record) && !deadline.isAborted) {
      const { key }: SessionRecord = record;
      const release = await store.lock(`refresh ${key}`, LOCK_MS);
      try {
        record = await store.read(key);
        if (!record || !isDue(record)) break;
        if (release) return await work(record);
      } finally {
        await release?.();
      }
      await sleep(POLL_MS);
    }
    return record;
  };

  /** Refreshes and stores the tokens. Returns undefined if the session has ended or the grant was revoked. Throws a `ProviderError`. */
  const refresh = async (request: FastifyRequest, { key, tokens }: SessionRecord) => {
    const token = tokens?.refresh ?? '';
    const renewed = await provider.refresh(token);
    if (!renewed) {
      await lifecycle.end(request, 'the refresh token was revoked');
      return undefined;
    }
    // Tokens missing from the response stay valid (RFC 6749, section 6).
    const record = await store.change(key, (stored) => ({
      ...stored,
      issuedAt: Date.now(),
      isRefused: false,
      tokens: { ...stored.tokens, ...renewed },
    }));
    if (record) audit(request.log, 'refresh', record);
    else void provider.revoke(renewed.refresh ?? token).catch(() => {});
    return record && { record, renewed };
  };

  return { once, refresh };
}

export const createAccessToken =
  ({ audit }: SignInContext, { once, refresh }: Refresh): AccessToken =>
  async (request, rejected) => {
    if (!request.sessionRecord) return undefined;
    const isDue = ({ tokens }: SessionRecord) =>
      tokens?.refresh !== undefined &&
      (tokens.access === rejected || (tokens.endsAt ?? Infinity) - Date.now() < MARGIN_MS);
    const current = await once(request, isDue, async (record) => {
      try {
        return (await refresh(request, record))?.record;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        audit(request.log, 'refresh-failed', record, error.message);
        const { access, endsAt = 0 } = record.tokens ?? {};
        if (access !== rejected && endsAt > Date.now()) return record;
        throw platformError('unavailable', { cause: error, retryAfterSeconds: 2 });
      }
    });
    if (current) return current.tokens?.access;
    request.sessionRecord = null;
    throw platformError('unauthenticated');
  };
