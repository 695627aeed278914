/** Limits of nginx and the BFF, in bytes (`_BYTES`) and milliseconds (`_MS`). A product overrides them in `contract/constants.ts`. */
export const platformLimits = {
  /** Maximum request body; 413 if exceeded. */
  BODY_BYTES: 1_048_576,
  /** Maximum total size of the request line and headers; 431 if exceeded (414 for a request line that exceeds nginx's buffer). */
  HEADERS_BYTES: 16_384,
  /** Time from the first byte of a connection to the end of the headers. */
  HEADERS_MS: 10_000,
  /** Maximum time between two chunks of a request body, in nginx. In the BFF, the deadline of the call applies instead. */
  REQUEST_MS: 20_000,
  /**
   * Maximum time for a call, including the arrival of its body. After this time, the call returns 504 (408 if the body is incomplete), and its
   * handler is cancelled. A response that has begun continues.
   */
  CALL_MS: 10_000,
  /** Maximum time between two chunks of a streamed response. */
  STREAM_SILENCE_MS: 60_000,
  /** Time between two comments in an event stream, so that no proxy times out. */
  STREAM_COMMENT_MS: 15_000,
  /** Keep-alive timeout of nginx. The BFF's timeout is 10 s longer, so that nginx never sends a request on a connection that the BFF is closing. */
  IDLE_MS: 60_000,
  /** Time for requests in progress to finish at shutdown, after `DRAIN_DELAY_SECONDS`. Then they are destroyed. */
  DRAIN_MS: 15_000,
  /** Maximum requests in progress; 503 if exceeded. nginx admits calls of one network up to an eighth, and of one IPv6 /48 up to a quarter. */
  MAX_CONCURRENT_REQUESTS: 1_000,
  /** Maximum requests in work while the event loop is busy, without those that wait for a slow upstream. */
  MAX_CONCURRENT_REQUESTS_WHEN_BUSY: 64,
  /** Maximum open streams per network, such as an office; 429 if exceeded. Also the default of nginx's `MAX_CONCURRENT_REQUESTS_PER_IP`. */
  MAX_STREAMS_PER_IP: 1_000,
  /** Maximum connections to the BFF; further ones are closed. */
  MAX_CONNECTIONS: 8_192,
  /** Maximum connections per network (an IPv4 address or IPv6 /64), except from trusted proxies. */
  MAX_CONNECTIONS_PER_IP: 1_024,
  /** Maximum bytes of one response that nginx writes to a temporary file, so that a slow client does not occupy the BFF. */
  BUFFERED_RESPONSE_BYTES: 1_048_576,
  /** Like `BUFFERED_RESPONSE_BYTES`, for calls that return a download, or that accept a body of more than `BODY_BYTES`. */
  BUFFERED_DOWNLOAD_BYTES: 15 * 1_048_576,
  /** Minimum size of a response to compress. */
  COMPRESS_FROM_BYTES: 1_024,
  /** Maximum body of a client report; 413 if exceeded. */
  CLIENT_REPORT_BYTES: 8_192,
  /** Maximum client reports (errors and CSP violations) per network; 429 if exceeded. */
  CLIENT_REPORTS_PER_MINUTE: 30,
  /** Time without calls after which a session ends. Event streams and calls with `extendsSession: false` don't count. */
  SESSION_IDLE_MS: 30 * 60_000,
  /** Maximum duration of a session. */
  SESSION_MS: 12 * 3_600_000,
  /** Minimum time between two writes that extend a session. */
  SESSION_TOUCH_MS: 60_000,
  /** Maximum sessions per subject; beyond it, the least recently used one ends. Increase it for kiosks that share an account. */
  SESSIONS_PER_SUBJECT: 50,
  /** Time from the start of a sign-in to the callback from the provider. */
  SIGN_IN_MS: 15 * 60_000,
  /** Maximum requests to the session endpoints, including sign-in and callback; 429 if exceeded. Counted per session, or per network without one. */
  SESSION_CALLS_PER_MINUTE: 300,
  /** Maximum attempts to sign in to one account from one network; 429 if exceeded. */
  SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP: 10,
  /** Maximum attempts for one account, from all networks together. */
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: 200,
  /** Maximum attempts from one network, such as an office, for all accounts. New sessions per network have the same limit. */
  SIGN_IN_ATTEMPTS_PER_IP: 1_000,
  /** Time for which an attempt to sign in counts towards the three limits above. */
  SIGN_IN_ATTEMPTS_MS: 15 * 60_000,
  /**
   * Time for which a browser counts as known after a sign-in: attempts from other browsers cannot slow down its next sign-in. Applies only to a
   * product's own sign-in.
   */
  KNOWN_BROWSER_MS: 90 * 24 * 3_600_000,
};

export type Limits = Readonly<typeof platformLimits>;
