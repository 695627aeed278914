import { errors as jose } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
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

/** Errors without a response. `fetch` rejects with a TypeError, or with a DOMException after a timeout. */
const NO_RESPONSE = [TypeError, DOMException, jose.JWKSTimeout];

/** Maps any error to a ProviderError. Drops `cause` if it could contain a token. */
export function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError) {
    const problem = CAUSED_BY_USER.test(error.error) ? 'refused' : 'provider';
    return new ProviderError(problem, `the provider responded with ${error.error}`);
  }
  if (error instanceof ResponseBodyError) return ofStatus(error.status, error.error);
  const response = responseOf(error);
  if (response) return ofStatus(response.status);
  const { message, cause } = error as Error;
  const isLate = error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';
  if (isLate || NO_RESPONSE.some((type) => error instanceof type))
    return new ProviderError('provider-unavailable', `no response from the provider: ${message}`, cause);
  if (error instanceof ClientError || error instanceof jose.JOSEError)
    return new ProviderError('provider', `invalid response or token: ${error.code} ${error.message}`);
  return new ProviderError('provider', 'sign-in failed', error);
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
