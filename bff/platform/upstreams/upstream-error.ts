import { platformError, type AppError } from '#platform/contract/app-error.ts';
import type { PlatformCode } from '#platform/contract/platform-errors.ts';

interface Kind {
  readonly code: PlatformCode;
  /** True if a repeatable request is retried. */
  readonly retryable: boolean;
  /** True if the upstream has caused the failure, so that its call counts as failed (`upstream_up`). */
  readonly isFailure: boolean;
  /**
   * What the failure says of the upstream: `down` or asking for a pause, which the circuit breaker counts; `up`, because it has responded; or
   * `unknown`, because a client can cause it with a slow request.
   */
  readonly verdict: 'down' | 'up' | 'unknown';
}

/** Kinds of failed requests to an upstream. */
const kinds = {
  /** No connection: refused, timed out, an unknown host, or no TLS. */
  unreachable: { code: 'upstream-unreachable', retryable: true, isFailure: true, verdict: 'down' },
  /** The connection was reset or cut off. */
  lost: { code: 'upstream-unreachable', retryable: true, isFailure: true, verdict: 'unknown' },
  /** `headersMs` or `idleMs` has passed. */
  timeout: { code: 'upstream-timeout', retryable: true, isFailure: true, verdict: 'unknown' },
  /** `totalMs` has passed. */
  deadline: { code: 'upstream-timeout', retryable: false, isFailure: true, verdict: 'unknown' },
  /** Not HTTP, a wrong content type, bytes invalid in the charset, invalid JSON, a violated schema, or too large. */
  'invalid-response': {
    code: 'upstream-invalid-response',
    retryable: false,
    isFailure: true,
    verdict: 'up',
  },
  'server-error': { code: 'upstream-error', retryable: true, isFailure: true, verdict: 'up' },
  /** 502 or 504, of a gateway in front of the service. */
  'gateway-error': { code: 'upstream-error', retryable: true, isFailure: true, verdict: 'down' },
  unavailable: { code: 'upstream-overloaded', retryable: true, isFailure: true, verdict: 'down' },
  'rate-limited': { code: 'upstream-overloaded', retryable: true, isFailure: true, verdict: 'up' },
  /** 3xx, and 4xx that the request does not map. */
  refused: { code: 'upstream-error', retryable: false, isFailure: true, verdict: 'up' },
  /** Nothing was sent: the circuit breaker is open. */
  'circuit-open': { code: 'upstream-circuit-open', retryable: false, isFailure: false, verdict: 'unknown' },
  /** Nothing was sent: `connections` and `waiting` are exhausted. */
  'bulkhead-full': { code: 'upstream-overloaded', retryable: false, isFailure: false, verdict: 'unknown' },
} satisfies Record<string, Kind>;

/** Failure of a request to an upstream. Outside this folder, it occurs only as the `cause` of a platform error, for the log. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly kind: keyof typeof kinds;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;
  readonly isFailure: boolean;
  readonly verdict: Kind['verdict'];

  constructor(
    kind: keyof typeof kinds,
    message: string,
    { status, retryAfterMs, cause }: Partial<Pick<UpstreamError, 'status' | 'retryAfterMs' | 'cause'>> = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    ({ retryable: this.retryable, isFailure: this.isFailure, verdict: this.verdict } = kinds[kind]);
  }

  /** Converts this to a platform error. `call` is the upstream and the request, such as `notes, GET /notes`, for the log. */
  toAppError(call: string): AppError {
    const cause = new UpstreamError(this.kind, `${call}: ${this.message}`, this);
    return platformError(kinds[this.kind].code, { cause });
  }
}

export const invalidResponse = (message: string, cause?: unknown): UpstreamError =>
  new UpstreamError('invalid-response', message, { cause });

/** Creates the error for a status that is neither a success nor mapped by the request (RFC 9110, section 15). */
export function statusError(status: number, retryAfterMs: number | undefined): UpstreamError {
  const special = {
    429: 'rate-limited',
    502: 'gateway-error',
    503: 'unavailable',
    504: 'gateway-error',
  } as const;
  const kind = special[status as keyof typeof special] ?? (status >= 500 ? 'server-error' : 'refused');
  return new UpstreamError(kind, `responded with ${status}`, { status, retryAfterMs });
}

const SOCKET_CODES =
  /^UND_ERR_(SOCKET|CONNECT_TIMEOUT|DESTROYED|CLOSED|INFO)$|^E(?!RR_)[A-Z_]+$|^(ERR_TLS|ERR_SSL|CERT|DEPTH|UNABLE|SELF)_/;

/**
 * Converts an error of undici or of the socket to an `UpstreamError`. `isConnected` is false if the request has not got a connection. Returns any other
 * error unchanged, because it is a bug in the BFF.
 */
export function transportError(error: Error & { readonly code?: unknown }, isConnected: boolean): Error {
  const code = typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new UpstreamError('timeout', 'did not respond in time', { cause: error });
  // The code of an HTTPParserError does not start with `UND_ERR_`.
  if (error.name === 'HTTPParserError' || /^UND_ERR_(HEADERS_OVERFLOW|RES_)/.test(code))
    return invalidResponse('sent an invalid HTTP response', error);
  if (SOCKET_CODES.test(code))
    return isConnected
      ? new UpstreamError('lost', 'closed the connection', { cause: error })
      : new UpstreamError('unreachable', 'is unreachable', { cause: error });
  return error;
}
