import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '#platform/contract/limits.ts';
import { AppError, platformError } from '#platform/contract/app-error.ts';
import type { FileRules, UploadedFile } from '#platform/contract/content.ts';
import { escaped } from '#platform/contract/schema/json-pointer.ts';
import { shortened } from '#platform/http/errors/invalid-fields.ts';
import { bodyTooLarge, bodyLimitOf } from '#platform/http/bodies.ts';
import { decodeUtf8 } from '#platform/http/decode-utf8.ts';

type Files = AsyncIterable<UploadedFile<string, Readable>>;

/** Form whose fields have been read, but not its files. */
export interface Form {
  /** A repeated field has a list of values. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * Checks the first file, and resolves with an iterator over all files. Files are not buffered: while the handler does not read, backpressure
   * reaches the client.
   */
  readonly files: (rules: FileRules) => Promise<Files>;
}

/**
 * Reads a form (RFC 7578) up to its first file. Rejects with `bad-request` if the form is malformed, with `unprocessable-content` if a field is not
 * text, or with `content-too-large` beyond the call's limit.
 */
export async function openForm(
  request: FastifyRequest,
  isDeclared: (name: string) => boolean,
): Promise<Form> {
  const next = partsOf(request, isDeclared);
  const fields: Record<string, unknown> = {};
  let part = await next();
  while (part?.type === 'field') {
    const { fieldname, value } = part;
    fields[fieldname] = Object.hasOwn(fields, fieldname) ? [fields[fieldname], value].flat() : value;
    // oxlint-disable-next-line no-await-in-loop
    part = await next();
  }
  const first = part;
  return { fields, files: (rules) => filesOf(first, next, rules) };
}

/** Media type of a part that counts as a file even without a file name. */
const BYTES = 'application/octet-stream';

interface Field {
  readonly type: 'field';
  readonly fieldname: string;
  readonly value: string;
}
type Part = Field | MultipartFile;
type Next = () => Promise<Part | undefined>;
/** Headers of a part. The name is optional, because the parser, despite its types, accepts a part without one (contrary to RFC 7578, section 4.2). */
type Head = Partial<Pick<MultipartFile, 'fieldname' | 'filename'>> & Pick<MultipartFile, 'mimetype'>;

/** Returns a function that reads the next part, up to 1,000 parts. If the part is a file, the caller must read it to its end before the next call. */
function partsOf(request: FastifyRequest, isDeclared: (name: string) => boolean): Next {
  const parts = request.parts({
    limits: { headerSize: limits.HEADERS_BYTES, fileSize: Infinity },
    // Treats every part as a file. If it were a field, the parser would replace invalid UTF-8, and parse JSON without limiting the number of values.
    isPartAFile: () => true,
  }) as AsyncIterableIterator<MultipartFile>;
  const excess = Promise.withResolvers<never>();
  excess.promise.catch(() => {});
  let file: Readable | undefined;
  let bytes = 0;
  request.raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyLimitOf(request)) return;
    const error = bodyTooLarge(request);
    excess.reject(error);
    file?.destroy(error);
  });
  const readField = fieldReader();
  return async () => {
    try {
      const { value: part } = (await Promise.race([parts.next(), excess.promise])) as IteratorResult<
        MultipartFile,
        undefined
      >;
      if (!part) return undefined;
      file = part.file;
      const { fieldname: field, filename, mimetype }: Head = part;
      if (field === undefined) throw new Error('a part has no name');
      // A declared field may have a file name, because clients send text with line breaks as a `Blob`, and FormData gives every `Blob` a file name.
      if (mimetype === 'text/plain' && (filename === undefined || isDeclared(field)))
        return { type: 'field', fieldname: field, value: await readField(field, part.file) };
      if (filename === undefined && mimetype !== BYTES)
        throw invalid(field, 'mediaType', `The field ${field} is ${mimetype}; expected: text/plain.`);
      return part;
    } catch (cause) {
      // Discards the rest of the body without parsing it.
      request.raw.unpipe().resume();
      throw cause instanceof AppError ? cause : malformed(cause);
    }
  };
}

/** Returns a function that reads a field. Fields are buffered, so their total size is limited to `BODY_BYTES`. */
function fieldReader() {
  let bytes = 0;
  return async (name: string, stream: AsyncIterable<Buffer>): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > limits.BODY_BYTES) throw platformError('content-too-large');
      chunks.push(chunk);
    }
    return decodeUtf8(Buffer.concat(chunks), `The field ${name}`);
  };
}

async function filesOf(first: Part | undefined, next: Next, rules: FileRules): Promise<Files> {
  const check = checkFiles(rules);
  const opened = await check(first);
  return (async function* () {
    for (let file = opened; file;) {
      yield file;
      // Discards a file that the handler did not read, because it would block the next file.
      if (!file.stream.readableDidRead) file.stream.resume();
      // oxlint-disable-next-line no-await-in-loop
      file = await check(await next());
    }
  })();
}

/** Returns a function that checks one part after the fields. At the end of the form, pass undefined to check that no file is missing. */
function checkFiles(rules: FileRules) {
  const counts = new Map<string, number>();
  return async (part: Part | undefined): Promise<UploadedFile<string, Readable> | undefined> => {
    if (!part) {
      const missing = Object.keys(rules).find((name) => !rules[name]?.optional && !counts.has(name));
      if (missing !== undefined) throw invalid(missing, 'required', `The file ${missing} is missing.`);
      return undefined;
    }
    const { fieldname: field } = part;
    if (part.type === 'field')
      throw invalid(field, 'order', `The field ${field} comes after a file; fields come first.`);
    const rule = Object.hasOwn(rules, field) ? rules[field] : undefined;
    if (rule) return checked(part, rule, counts);
    const names = Object.keys(rules).join(', ');
    throw invalid(field, 'additionalProperties', `There is no file ${field}; expected: ${names}.`);
  };
}

async function checked(part: MultipartFile, rule: FileRules[string], counts: Map<string, number>) {
  const { fieldname: field, mimetype: mediaType, file: stream } = part;
  const filename = (part.filename as string | undefined) ?? '';
  const { mediaTypes, maxCount = 1 } = rule;
  const count = (counts.get(field) ?? 0) + 1;
  counts.set(field, count);
  if (count > maxCount) throw invalid(field, 'maxItems', `At most ${maxCount} of ${field} are accepted.`);
  if (mediaTypes && !mediaTypes.includes(mediaType))
    throw invalid(field, 'mediaType', `${filename} is ${mediaType}; expected: ${mediaTypes.join(', ')}.`);
  // The parser replaces invalid UTF-8 by U+FFFD.
  // oxlint-disable-next-line no-control-regex -- rejects them
  if (/[\u0000-\u001F\u007F\uFFFD]/.test(filename))
    throw invalid(field, 'pattern', `The name of the file ${field} has control characters, or is not UTF-8.`);
  if (stream.errored) throw malformed(stream.errored);
  // Sets status 400 on an error of the parser, because a truncated form is the client's mistake.
  stream.on('error', (error: Error & { statusCode?: number }) => (error.statusCode ??= 400));
  // Waits until the file has data, or has ended without data.
  if (stream.readableLength === 0) await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
  if (stream.readableLength === 0) throw invalid(field, 'minLength', `${filename} is empty.`);
  return { field, name: filename, mediaType, stream };
}

const malformed = (cause: unknown): AppError =>
  platformError('bad-request', {
    detail: `The form cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
    cause,
  });

function invalid(field: string, rule: string, detail: string): AppError {
  const pointer = shortened(`/${escaped(field)}`);
  const errors = [{ in: 'body', pointer, rule, detail: shortened(detail) }];
  return platformError('unprocessable-content', { extensions: { errors } });
}
