import { errors as jose } from 'jose';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { SignInProblem } from '#platform/contract/session/session-state.ts';

/** A failed sign-in or refresh. The message is logged and contains no token. */
export class ProviderError extends Error {
  /** `expired` means that the authorization code or refresh token was revoked or has expired. */
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** Errors caused by the user (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
const CAUSED_BY_USER = /^(?:access_denied|(?:login|consent|interaction|account_selection)_required)$/;

/** Errors with which the provider rejects the client (RFC 6749, section 5.2). */
const CLIENT_ERRORS = new Set<string | undefined>(['invalid_client', 'unauthorized_client']);
const ADVICE = 'check OIDC_CLIENT_AUTHENTICATION, the client ID and the secret';

/** True if there was no response. `fetch` rejects with a TypeError, or with a DOMException after a timeout; the library's own TypeErrors have a code. */
const hasNoResponse = (error: unknown) =>
  (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') ||
  (error instanceof TypeError && !('code' in error)) ||
  error instanceof DOMException ||
  error instanceof jose.JWKSTimeout;

/** Joins the messages of an error and its causes, such as `fetch failed: certificate has expired`. */
function describe({ message, code, cause }: Error & { readonly code?: unknown }): string {
  const own = message || String(code);
  return cause instanceof Error ? `${own}: ${describe(cause)}` : own;
}

/** Maps any error to a ProviderError. Drops `cause` if it could contain a token. */
export async function providerErrorOf(error: unknown): Promise<ProviderError> {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError) {
    const problem = CAUSED_BY_USER.test(error.error) ? 'refused' : 'provider';
    return new ProviderError(problem, `the provider responded with ${error.error}`);
  }
  if (error instanceof ResponseBodyError) return ofStatus(error.status, error.error);
  if (error instanceof WWWAuthenticateChallengeError)
    return ofStatus(error.status, await challengeCode(error));
  const response = responseOf(error);
  if (response) return ofStatus(response.status);
  if (hasNoResponse(error))
    return new ProviderError(
      'provider-unavailable',
      `no response from the provider: ${describe(error as Error)}`,
    );
  const { code } = error as { readonly code?: string };
  if (code !== undefined && [ClientError, TypeError, jose.JOSEError].some((type) => error instanceof type))
    return new ProviderError('provider', `invalid response or token: ${code} ${(error as Error).message}`);
  return new ProviderError('provider', `unexpected error: ${describe(error as Error)}`, error);
}

/**
 * Returns the error code of a response with a challenge: from its body (RFC 6749, section 5.2) or the challenge (RFC 6750, section 3). A challenge to
 * authenticate with `Basic` means the client.
 */
async function challengeCode({
  response,
  cause,
}: WWWAuthenticateChallengeError): Promise<string | undefined> {
  const body = (await response.json().catch(() => null)) as { readonly error?: unknown } | null;
  if (typeof body?.error === 'string') return body.error;
  const isBasic = cause.some(({ scheme }) => scheme === 'basic');
  return (
    cause.find(({ parameters }) => parameters.error)?.parameters.error ??
    (isBasic ? 'invalid_client' : undefined)
  );
}

/**
 * Maps a response with an error status to a `ProviderError`. Providers reject a revoked token or authorization code with the error code
 * `invalid_grant`, or with 400 or 401 and no code.
 */
function ofStatus(status: number, code?: string): ProviderError {
  if (status >= 500 || status === 429)
    return new ProviderError('provider-unavailable', `the provider responded with ${status}`);
  const isDead = code === 'invalid_grant' || (code === undefined && (status === 400 || status === 401));
  const advice = CLIENT_ERRORS.has(code) ? `: ${ADVICE}` : '';
  return new ProviderError(
    isDead ? 'expired' : 'provider',
    `the provider responded with ${status} ${code ?? ''}${advice}`,
  );
}

function responseOf(error: unknown): Response | undefined {
  if (error instanceof Response) return error;
  return error instanceof Error ? responseOf(error.cause) : undefined;
}
