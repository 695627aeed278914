/**
 * Timeouts and limits of all calls to one upstream, in milliseconds (`Ms`) and bytes (`Bytes`). undici keeps `connectMs`, `headersMs`
 * and `idleMs` to about a second.
 */
export interface Settings {
  /** For opening a connection. */
  readonly connectMs: number;
  /** From sending the request to the end of the response's header fields. A call can override it. */
  readonly headersMs: number;
  /** Between two parts of the response's body. A call can override it. */
  readonly idleMs: number;
  /** For a call as a whole, with waiting and retries; of a stream, to its header fields. A call can override it. */
  readonly totalMs: number;
  /** The largest response that is not a stream. A call can override it. */
  readonly responseBytes: number;
  /** Requests that run at once; each has a connection. */
  readonly connections: number;
  /** Requests that wait for a connection; more are refused at once. */
  readonly waiting: number;
  /** The breaker opens when more than this share of requests fails (0 to 1) ... */
  readonly breakAtShare: number;
  /** ... within this time ... */
  readonly breakWindowMs: number;
  /** ... and there were at least this many requests. */
  readonly breakAtLeast: number;
  /** An open breaker refuses for this long; then it lets one request try. */
  readonly breakMs: number;
}

export const defaults: Settings = {
  connectMs: 1_000,
  headersMs: 3_000,
  idleMs: 3_000,
  totalMs: 8_000,
  responseBytes: 1_048_576,
  connections: 32,
  waiting: 64,
  breakAtShare: 0.5,
  breakWindowMs: 10_000,
  breakAtLeast: 10,
  breakMs: 5_000,
};
