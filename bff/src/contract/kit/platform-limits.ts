/** Limits of nginx and the BFF, in bytes (`_BYTES`) and milliseconds (`_MS`). A product overrides them in `contract/constants.ts`. */
export const platformLimits = {
  /** Request body; 413 beyond. */
  BODY_BYTES: 1_048_576,
  /** Request line and headers together; 431 beyond (414 for a request line that exceeds nginx's buffer). */
  HEADERS_BYTES: 16_384,
  /** Time from the first byte of a connection to the end of the headers. */
  HEADERS_MS: 10_000,
  /** Time between two chunks of a request body, in nginx. In the BFF, the deadline of the call applies. */
  REQUEST_MS: 20_000,
  /** Deadline of a call's handler, including its body; then 504 (408 without the body), and the handler is cancelled. Streams continue. */
  CALL_MS: 10_000,
  /** Time between two chunks of a streamed response. */
  STREAM_SILENCE_MS: 60_000,
  /** Time between two comments in an event stream, so that no proxy times out. */
  STREAM_COMMENT_MS: 15_000,
  /** Keep-alive of an idle connection. The BFF's is 10 s longer, so that nginx never writes to a closing one. */
  IDLE_MS: 60_000,
  /** Time from the shutdown signal until open requests are destroyed. */
  DRAIN_MS: 15_000,
  /** Requests in progress; 503 beyond. */
  MAX_CONCURRENT_REQUESTS: 1_000,
  /** The same while the process is busy. */
  MAX_CONCURRENT_REQUESTS_WHEN_BUSY: 64,
  /** Open streams of one network, such as an office; 429 beyond. In nginx, requests of any kind; 503 beyond. */
  MAX_STREAMS_PER_IP: 1_000,
  /** Connections to the BFF; more are closed. */
  MAX_CONNECTIONS: 8_192,
  /** Connections from one network that is not a trusted proxy. */
  MAX_CONNECTIONS_PER_IP: 1_024,
  /** Part of a response that nginx buffers in a file, so that a slow client does not occupy the BFF. */
  BUFFERED_RESPONSE_BYTES: 1_048_576,
  /** The same for a download, or a call with its own `bodyBytes`. */
  BUFFERED_DOWNLOAD_BYTES: 15 * 1_048_576,
  /** Minimum size of a compressed response. */
  COMPRESS_FROM_BYTES: 1_024,
  CLIENT_REPORT_BYTES: 8_192,
  /** Error reports from one address; 429 beyond. */
  CLIENT_REPORTS_PER_MINUTE: 30,
  /** Time without a call after which a session ends. */
  SESSION_IDLE_MS: 30 * 60_000,
  /** Maximum duration of a session. */
  SESSION_MS: 12 * 3_600_000,
  /** Minimum time between two extensions of a session by its calls. */
  SESSION_TOUCH_MS: 60_000,
  /** Sessions of one subject; beyond, the least recently used one ends. Increase it for kiosks that share an account. */
  SESSIONS_PER_SUBJECT: 50,
  /** Time from the start of a sign-in to the callback from the provider. */
  SIGN_IN_MS: 15 * 60_000,
  /** Calls to the session endpoints, including sign-in and callback, by one session, or by one address without a session; 429 beyond. */
  SESSION_CALLS_PER_MINUTE: 300,
  /** Attempts to sign in with one account from one address; 429 beyond. */
  SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP: 10,
  /** Attempts with one account from all addresses. */
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: 200,
  /** Attempts from one address, such as an office, with all accounts; and sessions that begin there. */
  SIGN_IN_ATTEMPTS_PER_IP: 1_000,
  /** Time for which an attempt counts. */
  SIGN_IN_ATTEMPTS_MS: 15 * 60_000,
  /** Time for which attempts from elsewhere do not lock out a browser that has signed in by a product's own sign-in. */
  KNOWN_BROWSER_MS: 90 * 24 * 3_600_000,
};

export type Limits = Readonly<typeof platformLimits>;
