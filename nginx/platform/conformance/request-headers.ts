/** Header that the client sends with every call. The BFF rejects writes without this header. */
export const sameSiteHeaders = { 'x-requested-by': 'conformance' };

export const ENCODINGS = ['identity', 'gzip', 'br'] as const;

export const accepting = (encoding: string | undefined): Record<string, string> =>
  encoding === undefined ? {} : { 'accept-encoding': encoding };
