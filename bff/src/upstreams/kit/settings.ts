/** Timeouts and limits of all calls to one upstream. undici keeps `connectMs`, `headersMs` and `idleMs` to about a second. */
export const defaults = {
  /** For opening a connection. */
  connectMs: 1_000,
  /** From sending the request to the end of the response's header fields. A call can override it. */
  headersMs: 3_000,
  /** Between two parts of the response's body. A call can override it. */
  idleMs: 3_000,
  /** For a call as a whole, with waiting and retries; of a stream, to its header fields. A call can override it. */
  totalMs: 8_000,
  /** The largest response that is not a stream. A call can override it. */
  responseBytes: 1_048_576,
  /** Requests that run at once; each has a connection. */
  connections: 32,
  /** The share of the connections for streamed bodies and responses (0 to 1), whose clients decide how long they take. */
  streamShare: 0.5,
  /** Requests that wait for a connection; more are refused at once. */
  waiting: 64,
  /** The breaker opens when more than this share of requests fails (0 to 1) ... */
  breakAtShare: 0.5,
  /** ... within this time ... */
  breakWindowMs: 10_000,
  /** ... and there were at least this many requests. */
  breakAtLeast: 10,
  /** An open breaker refuses for this long; then it lets one request try. */
  breakMs: 5_000,
};

export type Settings = Readonly<typeof defaults>;
