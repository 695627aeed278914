/**
 * The limits of nginx and the BFF, in bytes (`_BYTES`) and milliseconds (`_MS`). `contract/constants.ts` has those that a product changes.
 */
export const platformLimits = {
  /** The body of a request; more is refused with 413. */
  BODY_BYTES: 1_048_576,
  /** Request line and header fields together; more is refused with 431 (414 for a request line that nginx cannot hold). */
  HEADERS_BYTES: 16_384,
  /** From the connection's first byte to the end of the header fields. */
  HEADERS_MS: 10_000,
  /** Between two parts of a body, in nginx; in the BFF a body meets the deadline of its call. */
  REQUEST_MS: 20_000,
  /** For the handler of a call and its body; then 504 (408 without the body), and the handler is cancelled. A response that streams goes on. */
  CALL_MS: 10_000,
  /** Between two parts of a streamed response. */
  STREAM_SILENCE_MS: 60_000,
  /** Between two comments in a stream of events, so that no proxy takes a pause for its end. */
  STREAM_COMMENT_MS: 15_000,
  /** For an unused connection; the BFF keeps its own 10 s longer, so that nginx never writes to a closing one. */
  IDLE_MS: 60_000,
  /** From the signal to stop until open requests are cut. */
  DRAIN_MS: 15_000,
  /** Requests without a response yet; more are refused with 503. */
  REQUESTS_UNDER_WAY: 1_000,
  /** The same while the process is busy, when more would only wait. */
  REQUESTS_UNDER_WAY_WHEN_BUSY: 64,
  /** Open responses that stream, of one network (an office, say); more are refused with 429. In nginx: requests of any kind, 503. */
  MAX_STREAMS_PER_IP: 1_000,
  /** Connections to the BFF; more are closed. */
  MAX_CONNECTIONS: 8_192,
  /** The same from one network, unless it is a trusted proxy. */
  MAX_CONNECTIONS_PER_IP: 1_024,
  /** nginx buffers so much of a response in a file, so that a slow client does not occupy the BFF ... */
  BUFFERED_RESPONSE_BYTES: 1_048_576,
  /** ... and of a download, or of a call with a `bodyBytes` of its own. */
  BUFFERED_DOWNLOAD_BYTES: 15 * 1_048_576,
  /** Responses of calls are compressed from this size on. */
  COMPRESS_FROM_BYTES: 1_024,
  /** The body of a browser's error report. */
  CLIENT_REPORT_BYTES: 8_192,
  /** Error reports from one address; more are refused with 429. */
  CLIENT_REPORTS_A_MINUTE: 30,
  /** A session without a call ends. */
  SESSION_IDLE_MS: 30 * 60_000,
  /** A session ends at the latest. */
  SESSION_MS: 12 * 3_600_000,
  /** A call postpones the end of its session, at most this often. */
  SESSION_TOUCH_MS: 60_000,
  /** Live sessions of one subject; beyond it, the least recently used one ends. More for kiosks that share an account. */
  SESSIONS_PER_SUBJECT: 50,
  /** From the start of a sign-in until its way back from the provider. */
  SIGN_IN_MS: 15 * 60_000,
  /** Calls to the session endpoints, sign-ins and callbacks included, by one session, or anonymously by one address; more are refused with 429. */
  SESSION_CALLS_A_MINUTE: 300,
  /** Attempts to sign in with one account from one address; more are refused with 429. */
  ATTEMPTS_AN_ACCOUNT_AND_ADDRESS: 10,
  /** Attempts with one account from all addresses. */
  ATTEMPTS_AN_ACCOUNT: 200,
  /** Attempts from one address (an office, say) with all accounts; and sessions that begin there. */
  ATTEMPTS_AN_ADDRESS: 1_000,
  /** Attempts count for this long. */
  ATTEMPTS_MS: 15 * 60_000,
  /** A browser that has signed in to an account by a product's own sign-in is known for this long: attempts from elsewhere do not lock it out. */
  KNOWN_BROWSER_MS: 90 * 24 * 3_600_000,
};

export type Limits = Readonly<typeof platformLimits>;
