import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { platformError } from '#contract/kit/app-error.ts';
import type { AccessToken, SignInParts } from '#platform/session/sign-in-parts.ts';
import type { Tokens } from '#platform/session/store/session-store.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './provider.ts';

/** A token is renewed so long before it ends. */
const MARGIN_MS = 10_000;
/** Longer than a request to the provider takes: the lock of a replica that has died ends by itself. */
const LOCK_MS = 7_000;
const POLL_MS = 50;

/** A token that is about to end, or is the refused one, is renewed: once for all calls, tabs and replicas; the others wait. */
export function createAccessToken({ store, lifecycle, audit }: SignInParts, provider: Provider): AccessToken {
  return async function accessToken(request, refused) {
    const { found, deadline } = request;
    if (!found) return undefined;
    const { key } = found;
    const isDue = ({ access, refresh, endsAt = Infinity }: Tokens) =>
      refresh !== undefined && (access === refused || endsAt - Date.now() < MARGIN_MS);
    let { tokens } = found.session;
    while (tokens && isDue(tokens)) {
      // Now, because the lock lasts as long as one request. Where it fails, so does the refresh.
      await provider.find().catch(() => {});
      const release = await store.lock(`refresh ${key}`, LOCK_MS);
      try {
        const record = await store.read(key);
        if (!record) {
          request.found = null;
          throw platformError('not-signed-in');
        }
        ({ tokens } = record.session);
        if (!tokens || !isDue(tokens)) break;
        if (release) tokens = await renew(request, key, tokens, tokens.access === refused);
        else await sleep(POLL_MS, undefined, { signal: deadline.signal });
        if (release) break;
      } finally {
        await release?.();
      }
    }
    return tokens?.access;
  };

  async function renew(
    request: FastifyRequest,
    key: string,
    tokens: Tokens,
    isRefused: boolean,
  ): Promise<Tokens> {
    const { log, found } = request;
    try {
      const renewed = await provider.refresh(tokens.refresh ?? '');
      if (!renewed) {
        await lifecycle.end(request, 'the provider has ended the refresh token');
        throw platformError('not-signed-in');
      }
      // What the reply leaves out stays as it was (RFC 6749, section 6).
      const session = await store.change(key, (record) => ({
        ...record,
        issuedAt: Date.now(),
        isRefused: false,
        tokens: { ...record.tokens, ...renewed },
      }));
      if (!session) {
        void provider.revoke(renewed.refresh ?? '').catch(() => {});
        throw platformError('not-signed-in');
      }
      audit(log, 'refresh', session);
      return renewed;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      audit(log, 'refresh-failed', found?.session ?? {}, error.message);
      if (!isRefused && (tokens.endsAt ?? 0) > Date.now()) return tokens;
      throw platformError('unavailable', { cause: error, retryAfterSeconds: 2 });
    }
  }
}
