/** Sent by the client with every call. The BFF rejects writes without it. */
export const sameSiteHeaders = { 'x-requested-by': 'conformance' };

export const ENCODINGS = ['identity', 'gzip', 'br'] as const;

/** Creates Accept-Encoding; no header for undefined. */
export const accepting = (encoding: string | undefined): Record<string, string> =>
  encoding === undefined ? {} : { 'accept-encoding': encoding };
