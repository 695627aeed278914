/** What the client sends with every call; the BFF refuses a call that changes something without it. */
export const sameSiteHeaders = { 'x-requested-by': 'conformance' };

export const ENCODINGS = ['identity', 'gzip', 'br'] as const;

/** Accept-Encoding with this value; no header field for undefined. */
export const accepting = (encoding: string | undefined): Record<string, string> =>
  encoding === undefined ? {} : { 'accept-encoding': encoding };
