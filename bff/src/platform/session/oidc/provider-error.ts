import { errors as jose } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { SignInProblem } from '#contract/kit/session/session-state.ts';

/** A failed sign-in or refresh. The message is logged and contains no token. */
export class ProviderError extends Error {
  /** `expired`: the authorization code or refresh token was revoked or has expired. */
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** Errors caused by the user (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
const REFUSALS = /^(?:access_denied|(?:login|consent|interaction|account_selection)_required)$/;

/** Failed client authentication (RFC 6749, section 5.2). */
const CLIENT_ERRORS = new Set<string | undefined>(['invalid_client', 'unauthorized_client']);
const ADVICE = 'check OIDC_CLIENT_AUTHENTICATION, the client ID and the secret';

/** Maps any error to a ProviderError. Drops `cause` if it could contain a token. */
export function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError) {
    const problem = REFUSALS.test(error.error) ? 'refused' : 'provider';
    return new ProviderError(problem, `the provider answered ${error.error}`);
  }
  if (error instanceof ResponseBodyError) return ofStatus(error.status, error.error);
  const response = responseOf(error);
  if (response) return ofStatus(response.status);
  const isLate = error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';
  // `fetch` throws a TypeError, and an aborted one a DOMException.
  if (
    isLate ||
    error instanceof jose.JWKSTimeout ||
    error instanceof TypeError ||
    error instanceof DOMException
  )
    return new ProviderError(
      'provider-unavailable',
      `no response from the provider: ${error.message}`,
      error.cause,
    );
  if (error instanceof ClientError || error instanceof jose.JOSEError)
    return new ProviderError('provider', `invalid response or token: ${error.code} ${error.message}`);
  return new ProviderError('provider', 'sign-in failed', error);
}

/** A revoked token or code is `invalid_grant`; some providers respond with 400 or 401 and no body instead. */
function ofStatus(status: number, code?: string): ProviderError {
  if (status >= 500 || status === 429)
    return new ProviderError('provider-unavailable', `the provider answered ${status}`);
  const isDead = code === 'invalid_grant' || (code === undefined && (status === 400 || status === 401));
  const advice = CLIENT_ERRORS.has(code) ? `: ${ADVICE}` : '';
  return new ProviderError(
    isDead ? 'expired' : 'provider',
    `the provider answered ${status} ${code ?? ''}${advice}`,
  );
}

function responseOf(error: unknown): Response | undefined {
  if (error instanceof Response) return error;
  return error instanceof Error ? responseOf(error.cause) : undefined;
}
