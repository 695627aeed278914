/** A request of the fuzz, as bytes, and what is known of it. */
export interface FuzzRequest {
  readonly bytes: Buffer;
  /** The method of each request in the bytes: a response to HEAD has no body. */
  readonly methods: readonly string[];
  /** Whether every request in it is complete and valid HTTP, so that a server must respond without waiting for more. */
  readonly isWhole: boolean;
  /** The call that it is made for, such as `GET /parts/{partId}`, where the method and the path are those of the call. */
  readonly call?: string;
  /** Whether its content satisfies the schemas of the call. */
  readonly isValid?: boolean;
}

export type Field = readonly [name: string, value: string];

/** A marker of what a request sends: it names where it stands, and is followed by the index of the request. */
export const marker = (
  place: 'path' | 'query' | 'field' | 'cookie' | 'authorization' | 'body' | 'smuggled',
) => `marked-${place}-#######`;

/** Matches a marker with its index. */
export const MARKER_PATTERN = /marked-([a-z]+)-(\d{7})/g;

/** Puts the index of the request into its markers. */
export const withIndex = (request: FuzzRequest, index: number): FuzzRequest => ({
  ...request,
  bytes: Buffer.from(
    request.bytes.toString('latin1').replaceAll('#######', String(index).padStart(7, '0')),
    'latin1',
  ),
});

/** The bytes of a request with a valid framing. Text outside of Latin-1 must be encoded already. */
export function bytesOf(
  method: string,
  target: string,
  fields: readonly Field[],
  body: Uint8Array = Buffer.alloc(0),
): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}
