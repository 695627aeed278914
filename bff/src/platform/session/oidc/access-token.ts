import { platformError } from '#contract/kit/app-error.ts';
import type { AccessToken, SignInParts } from '#platform/session/sign-in-parts.ts';
import type { StoredSession } from '#platform/session/store/session-store.ts';
import { ProviderError } from './provider-error.ts';
import { MARGIN_MS, type Refresh } from './refresh.ts';

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
