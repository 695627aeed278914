/** What holds for all calls to one upstream. Milliseconds (`Ms`) and bytes (`Bytes`); undici keeps `connectMs`, `headersMs` and `idleMs` to about a second. */
export interface Settings {
  /** From opening a connection to its being open. */
  readonly connectMs: number;
  /** From the request's being sent to the end of the reply's header fields. A call may name its own. */
  readonly headersMs: number;
  /** Between two parts of the reply's body. A call may name its own. */
  readonly idleMs: number;
  /** From asking to the reply, with waiting and retries; of a stream, to its first byte. A call may name its own. */
  readonly totalMs: number;
  /** The most that is read of a reply that is not a stream. A call may name its own. */
  readonly replyBytes: number;
  /** Requests under way at once; each has a connection. */
  readonly connections: number;
  /** Requests that wait for one of those; more are refused at once. */
  readonly waiting: number;
  /** The breaker opens when more than this share fails … */
  readonly breakAtShare: number;
  /** … of the requests of the last while … */
  readonly breakWindowMs: number;
  /** … and there were at least so many of them. */
  readonly breakAtLeast: number;
  /** For so long an open breaker refuses; then it lets one request try. */
  readonly breakMs: number;
}

export const defaults: Settings = {
  connectMs: 1_000,
  headersMs: 3_000,
  idleMs: 3_000,
  totalMs: 8_000,
  replyBytes: 1_048_576,
  connections: 32,
  waiting: 64,
  breakAtShare: 0.5,
  breakWindowMs: 10_000,
  breakAtLeast: 10,
  breakMs: 5_000,
};
