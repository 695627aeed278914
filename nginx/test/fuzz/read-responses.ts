import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface FuzzResponse {
  readonly status: number;
  /** By lower-case name; one value for each line. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Without its content encoding. */
  readonly body: Buffer;
}

/** What was received is no HTTP response (RFC 9112). */
export class InvalidResponse extends Error {}

/** The end of the bytes, before the end of a response. */
const incomplete = Symbol('incomplete');
type Read<T> = { readonly value: T; readonly end: number } | typeof incomplete;

/**
 * Reads the final responses from the bytes of a connection, strictly. `methods` are those of the requests, in their order. Returns also
 * the number of bytes read. Throws an `InvalidResponse`.
 */
export function readResponses(bytes: Buffer, methods: readonly string[], isClosed: boolean) {
  const responses: FuzzResponse[] = [];
  let at = 0;
  while (at < bytes.length) {
    const read = readOne(bytes, at, methods[responses.length] ?? 'GET', isClosed);
    if (read === incomplete) break;
    at = read.end;
    // Interim ones (RFC 9110, section 15.2) are followed by another.
    if (read.value.status < 200) continue;
    responses.push(read.value);
    // What follows belongs to nobody. It can be a body: a server may not know that a request that it cannot parse was HEAD.
    if (read.value.fields['connection']?.join().toLowerCase() === 'close')
      return { responses, bytesRead: bytes.length };
  }
  return { responses, bytesRead: at };
}

function readOne(bytes: Buffer, from: number, method: string, isClosed: boolean): Read<FuzzResponse> {
  const headEnd = bytes.indexOf('\r\n\r\n', from);
  if (headEnd < 0) {
    if (!'HTTP/1.1 '.startsWith(bytes.toString('latin1', from, Math.min(from + 9, bytes.length))))
      throw new InvalidResponse(
        `no status line: ${JSON.stringify(bytes.toString('latin1', from, from + 80))}`,
      );
    return incomplete;
  }
  const [statusLine = '', ...lines] = bytes.toString('latin1', from, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\t\u0020-\u007E]*$/.exec(statusLine)?.[1]);
  if (!status) throw new InvalidResponse(`no status line: ${JSON.stringify(statusLine.slice(0, 80))}`);
  const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const line of lines) {
    const [, name, value] =
      /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t\u0020-\u007E\u0080-\u00FF]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new InvalidResponse(`no field: ${JSON.stringify(line.slice(0, 80))}`);
    (fields[name.toLowerCase()] ??= []).push(value);
  }
  const start = headEnd + 4;
  const isBodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const body = isBodiless ? { value: Buffer.alloc(0), end: start } : readBody(bytes, start, fields, isClosed);
  if (body === incomplete) return incomplete;
  return { value: { status, fields, body: decoded(body.value, fields) }, end: body.end };
}

function readBody(
  bytes: Buffer,
  start: number,
  fields: Readonly<Record<string, readonly string[]>>,
  isClosed: boolean,
): Read<Buffer> {
  const { 'content-length': lengths, 'transfer-encoding': codings } = fields;
  if (lengths && (codings || lengths.length > 1 || !/^\d+$/.test(lengths[0] ?? '')))
    throw new InvalidResponse('the length of the response is ambiguous');
  if (codings) return readChunks(bytes, start);
  const end = lengths ? start + Number(lengths[0]) : bytes.length;
  if (lengths ? end > bytes.length : !isClosed) return incomplete;
  return { value: bytes.subarray(start, end), end };
}

function readChunks(bytes: Buffer, start: number): Read<Buffer> {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return incomplete;
    const line = bytes.toString('latin1', at, lineEnd);
    if (!/^[\da-f]+$/i.test(line))
      throw new InvalidResponse(`no size of a chunk: ${JSON.stringify(line.slice(0, 80))}`);
    const size = Number.parseInt(line, 16);
    const end = lineEnd + 2 + size;
    if (end + 2 > bytes.length) return incomplete;
    if (bytes.toString('latin1', end, end + 2) !== '\r\n')
      throw new InvalidResponse('a chunk does not end with its size');
    if (size === 0) return { value: Buffer.concat(chunks), end: end + 2 };
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

function decoded(
  body: Buffer,
  { 'content-encoding': encodings }: Readonly<Record<string, readonly string[]>>,
): Buffer {
  if (body.length === 0) return body;
  const [encoding = 'identity'] = encodings ?? [];
  if (encoding === 'gzip') return gunzipSync(body);
  if (encoding === 'br') return brotliDecompressSync(body);
  if (encoding !== 'identity') throw new InvalidResponse(`the content encoding ${encoding}`);
  return body;
}
