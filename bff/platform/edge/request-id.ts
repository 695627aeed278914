/** Pattern of an accepted X-Request-Id: short, and safe in logs and headers. */
export const REQUEST_ID_PATTERN = '^[A-Za-z0-9._-]{8,128}$';
