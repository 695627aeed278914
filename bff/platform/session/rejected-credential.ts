import type { FastifyRequest } from 'fastify';
import { platformError } from '#platform/contract/app-error.ts';
import type { SignInContext } from './create-sessions.ts';
import type { AccessToken } from './session-context.ts';

/** Age below which a credential is new. An upstream that rejects a new credential is itself broken, and must not sign everyone out in a loop. */
const NEW_MS = 60_000;

/**
 * Handles a credential that an upstream rejected: the access token `token`, or data in `private`. Resolves with a newer token if the session has one.
 * Throws `upstream-error` if the rejected credential is younger than `NEW_MS`. Refreshes an older token or, if that fails, ends the session and
 * throws `unauthenticated`.
 */
export const createRejectedCredential =
  ({ store, lifecycle, audit }: SignInContext, accessToken: AccessToken) =>
  async (request: FastifyRequest, token?: string): Promise<string> => {
    const { sessionRecord, log } = request;
    const record = sessionRecord && (await store.read(sessionRecord.key));
    if (!record) {
      request.sessionRecord = null;
      throw platformError('unauthenticated');
    }
    const current = record.tokens?.access;
    if (token !== undefined && current !== undefined && current !== token) return current;
    if (Date.now() - record.issuedAt < NEW_MS) {
      audit(log, 'credential-refused', record, 'the credential is new, so the session stays');
      if (!record.isRefused) await store.change(record.key, (stored) => ({ ...stored, isRefused: true }));
      throw platformError('upstream-error');
    }
    // A token rejected right after it was issued is not refreshed, because the next token would be rejected, too.
    const canRenew = token !== undefined && !record.isRefused;
    const renewed = canRenew ? await accessToken(request, token) : undefined;
    if (renewed !== undefined && renewed !== token) return renewed;
    await lifecycle.end(request, 'an upstream rejected its credential');
    throw platformError('unauthenticated');
  };
