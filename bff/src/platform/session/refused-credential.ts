import type { FastifyRequest } from 'fastify';
import { platformError } from '#contract/kit/app-error.ts';
import type { AccessToken, SignInParts } from './sign-in-parts.ts';

/** Who refuses what is newer is broken itself: it must not sign everybody out, nor lead them to sign-in again and again. */
const NEW_MS = 60_000;

/**
 * Makes the function for what a backend service refuses of a session: `token`, its access token, or something of `private`. It resolves
 * with a newer token. Otherwise the session ends, and it throws `not-signed-in`; while the credential is new, `upstream-refused`.
 */
export const createRefusedCredential =
  ({ store, lifecycle, audit }: SignInParts, accessToken: AccessToken) =>
  async (request: FastifyRequest, token?: string): Promise<string> => {
    const { found, log } = request;
    const session = found && (await store.read(found.key))?.session;
    if (!session) {
      request.found = null;
      throw platformError('not-signed-in');
    }
    const current = session.tokens?.access;
    if (token !== undefined && current !== undefined && current !== token) return current;
    if (Date.now() - session.issuedAt < NEW_MS) {
      audit(log, 'credential-refused', session, 'it is new, so the session stays');
      if (!session.isRefused) await store.change(found.key, (stored) => ({ ...stored, isRefused: true }));
      throw platformError('upstream-refused');
    }
    // What was refused when it was new has never worked: another one would not, either.
    const canRenew = token !== undefined && !session.isRefused;
    const renewed = canRenew ? await accessToken(request, token) : undefined;
    if (renewed !== undefined && renewed !== token) return renewed;
    await lifecycle.end(request, 'a backend service has refused its credential');
    throw platformError('not-signed-in');
  };
