import { platformError, type AppError } from '#contract/kit/app-error.ts';
import type { PlatformCode } from '#contract/kit/platform-errors.ts';

interface Kind {
  readonly code: PlatformCode;
  /** Idempotent methods are tried again, within the budget. */
  readonly retried: boolean;
  /** The circuit breaker counts it. */
  readonly counted: boolean;
}

/** Every way in which asking an upstream fails; what a call translates itself is an answer, and a browser that leaves is neither. */
const kinds = {
  /** Refused, reset, cut short, no such name, not connected in time. */
  unreachable: { code: 'upstream-unreachable', retried: true, counted: true },
  /** No header fields in time, or too long a silence within the body. */
  silent: { code: 'upstream-timeout', retried: true, counted: true },
  /** The deadline for everything. */
  late: { code: 'upstream-timeout', retried: false, counted: true },
  /** Not HTTP, not the content type, not JSON, not the schema, too large. */
  unusable: { code: 'upstream-invalid-reply', retried: false, counted: false },
  /** 5xx but 503. */
  failing: { code: 'upstream-refused', retried: true, counted: true },
  /** 503. */
  busy: { code: 'upstream-overloaded', retried: true, counted: true },
  /** 429. */
  limiting: { code: 'upstream-overloaded', retried: true, counted: false },
  /** 3xx, and 4xx that the call does not translate. */
  refusing: { code: 'upstream-refused', retried: false, counted: false },
  /** The circuit breaker is open: nothing was sent. */
  broken: { code: 'upstream-broken', retried: false, counted: false },
  /** As many as allowed are under way and waiting: nothing was sent. */
  crowded: { code: 'upstream-overloaded', retried: false, counted: false },
} satisfies Record<string, Kind>;

interface About {
  readonly status?: number | undefined;
  /** Milliseconds that the upstream asks to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Why asking an upstream failed. It never leaves this room but as the cause of a platform error, for the log. */
export class UpstreamError extends Error {
  readonly kind: keyof typeof kinds;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: keyof typeof kinds, message: string, { status, retryAfterMs, cause }: About = {}) {
    super(message, { cause });
    this.name = 'UpstreamFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  get counted(): boolean {
    return kinds[this.kind].counted;
  }

  get retried(): boolean {
    return kinds[this.kind].retried;
  }

  /** The error of the catalogue; `what` names upstream and call, for the log. */
  toError(what: string): AppError {
    const cause = new UpstreamError(this.kind, `${what}: ${this.message}`, this);
    return platformError(kinds[this.kind].code, { cause });
  }
}

/** A status that is neither a success nor translated (RFC 9110, section 15). */
export function statusError(status: number, retryAfterMs: number | undefined): UpstreamError {
  const kind = status === 503 ? 'busy' : status === 429 ? 'limiting' : status >= 500 ? 'failing' : 'refusing';
  return new UpstreamError(kind, `answered ${status}`, { status, retryAfterMs });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** An error of undici or of the socket as what it means; any other is nobody's but ours and stays as it is. */
export function transportError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new UpstreamError('silent', 'did not answer in time', { cause: error });
  // What it did not understand has no code, only this name.
  if (
    (error instanceof Error && error.name === 'HTTPParserError') ||
    /^UND_ERR_(HEADERS_OVERFLOW|RES_)/.test(code)
  )
    return new UpstreamError('unusable', 'did not answer in HTTP', { cause: error });
  if (
    /^UND_ERR_(SOCKET|CONNECT_TIMEOUT|DESTROYED|CLOSED|INFO)$|^E(?!RR_)[A-Z_]+$|^(ERR_TLS|ERR_SSL|CERT|DEPTH|UNABLE|SELF)_/.test(
      code,
    )
  )
    return new UpstreamError('unreachable', 'cannot be reached', { cause: error });
  return error;
}
