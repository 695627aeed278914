/** A valid request id from a client: short, and safe in a log line and a header field. */
export const REQUEST_ID_PATTERN = '^[A-Za-z0-9._-]{8,128}$';
