/** Timeouts and limits of all requests to one upstream. undici's timers for `connectMs`, `headersMs` and `idleMs` are accurate to about a second. */
export const defaults = {
  connectMs: 1_000,
  /**
   * Keep-alive timeout of idle connections, even if the upstream's `Keep-Alive` allows more. Keep it below the upstream's own timeout: a
   * request fails if the upstream closes the connection at the same time.
   */
  keepAliveMs: 1_000,
  /** Time from sending the request to the end of the response headers. A request can override it. */
  headersMs: 3_000,
  /** Time between two chunks of the response body. A request can override it. */
  idleMs: 3_000,
  /** Total time of a request, with queueing and retries. For a stream, counts until the response headers. A request can override it. */
  totalMs: 8_000,
  /** Largest response that is not a stream. A request can override it. */
  responseBytes: 1_048_576,
  /** Maximum number of concurrent requests. Each request has its own connection. */
  connections: 32,
  /**
   * Maximum share of the connections (0 to 1) for long requests: streamed bodies and responses, and requests with a longer `totalMs` than the
   * upstream's, such as those of a call with a long `deadlineMs`.
   */
  longShare: 0.5,
  /** Maximum number of requests that wait for a connection. Further requests are rejected at once. */
  waiting: 64,
  /** Share of failed requests (0 to 1) above which the breaker opens. */
  breakAtShare: 0.5,
  /** Sliding window in which the breaker counts requests. */
  breakWindowMs: 10_000,
  /** Minimum number of requests in the window before the breaker opens. */
  breakAtLeast: 10,
  /** Time that the breaker stays open before a trial request. */
  breakMs: 5_000,
};

export type Settings = Readonly<typeof defaults>;
