/** A request id that is accepted from outside: short, and safe in a log line and a header field. */
export const REQUEST_ID_PATTERN = '^[A-Za-z0-9._-]{8,128}$';
