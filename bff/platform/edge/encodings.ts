/** Encodings of precompressed files, in order of preference. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** Builds a pattern that matches each Accept-Encoding header in which the encoding has a weight above 0 (RFC 9110, section 12.5.3). */
export const acceptsEncoding = (encoding: (typeof encodings)[number]): RegExp =>
  new RegExp(String.raw`(?:^|,)\s*${encoding}\s*(?:;\s*q=(?!0(?:\.0{0,3})?\s*(?:,|$))[^,]*)?(?:,|$)`, 'i');

const accepted = encodings.map((encoding) => ({ encoding, pattern: acceptsEncoding(encoding) }));

export const chooseEncoding = (acceptEncoding: string): Encoding =>
  accepted.find(({ pattern }) => pattern.test(acceptEncoding))?.encoding ?? 'identity';
