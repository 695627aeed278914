/** Point 9: the base path that every public address carries. It starts with a slash, ends without one, and moves the whole application. */
export const BASE_PATH = '/web';
/** Every address of a call starts so. */
export const API_PATH = `${BASE_PATH}/api`;
/** Point 9: limits that both doors, nginx and the BFF, hold to. Bytes (`_BYTES`) and milliseconds (`_MS`). */
export const limits = {
  /** The body of a request; more is refused with 413. */
  BODY_BYTES: 1048576,
  /** Request line and header fields together; more is refused with 431 (414 for a request line that nginx cannot hold). */
  HEADERS_BYTES: 16384,
  /** From the connection's first byte to the end of the header fields. */
  HEADERS_MS: 10000,
  /** From the connection's first byte to the end of the body. */
  REQUEST_MS: 60000,
  /** The whole of a call's work; then 504, and the work is cancelled. A call that streams names a deadline of its own. */
  CALL_MS: 10000,
  /** Between two parts of a streamed reply. */
  STREAM_SILENCE_MS: 60000,
  /** A stream of events sends a comment so often, so that nobody on the way takes its silence for its end. */
  STREAM_COMMENT_MS: 15000,
  /** A connection that nobody uses; the BFF keeps its own 10 s longer, so that nginx never writes into a closing one. */
  IDLE_MS: 60000,
  /** From the signal to stop until connections that are still busy are cut. */
  DRAIN_MS: 15000,
  /** Replies of calls from this size on are compressed. */
  COMPRESS_FROM_BYTES: 1024,
  /** The body of a report on what went wrong in a browser. */
  CLIENT_REPORT_BYTES: 8192,
  /** Such reports that one address may send; more are refused with 429. */
  CLIENT_REPORTS_A_MINUTE: 30,
};
