import { errors as jose } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { SignInProblem } from '#contract/kit/session/session-state.ts';

/** A sign-in failed, or a session could not be continued. The message is for the log: it holds no token. */
export class ProviderError extends Error {
  /** `expired`: the provider has ended what a code or a refresh token stands for. */
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** What a person has done, or has not (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
const REFUSALS = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** The client did not prove who it is (RFC 6749, section 5.2). */
const CLIENT_ERRORS = new Set(['invalid_client', 'unauthorized_client']);
const ADVICE = 'try another OIDC_CLIENT_AUTHENTICATION, and compare client id and secret';

/** The error of a provider that another error means. Its cause is left out where it could hold a token. */
export function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError) {
    const problem = REFUSALS.has(error.error) ? 'refused' : 'provider';
    return new ProviderError(problem, `the provider answered ${error.error}`);
  }
  if (error instanceof ResponseBodyError)
    return CLIENT_ERRORS.has(error.error)
      ? new ProviderError('provider', `the provider answered ${error.error}: ${ADVICE}`)
      : ofStatus(error.status, error.error);
  const response = responseOf(error);
  if (response) return ofStatus(response.status);
  if (error instanceof jose.JOSEError) {
    const problem = error instanceof jose.JWKSTimeout ? 'provider-away' : 'provider';
    return new ProviderError(problem, `a token is not valid: ${error.code} ${error.message}`);
  }
  const isLate = error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';
  // `fetch` throws a TypeError, and an aborted one a DOMException.
  if (isLate || error instanceof TypeError || error instanceof DOMException)
    return new ProviderError('provider-away', `the provider did not answer: ${error.message}`, error.cause);
  if (error instanceof ClientError)
    return new ProviderError(
      'provider',
      `the provider's answer cannot be used: ${error.code} ${error.message}`,
    );
  return new ProviderError('provider', 'signing in failed', error);
}

/** A refresh token or code that is dead is `invalid_grant`; some providers answer 400 or 401 without a body. */
function ofStatus(status: number, code?: string): ProviderError {
  if (status >= 500 || status === 429)
    return new ProviderError('provider-away', `the provider answered ${status}`);
  const isDead = code === 'invalid_grant' || (code === undefined && (status === 400 || status === 401));
  return new ProviderError(isDead ? 'expired' : 'provider', `the provider answered ${status} ${code ?? ''}`);
}

/** The response that the library could not read. */
function responseOf(error: unknown): Response | undefined {
  if (error instanceof Response) return error;
  return error instanceof Error ? responseOf(error.cause) : undefined;
}
