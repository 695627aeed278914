import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { AppError, platformError } from '#contract/kit/app-error.ts';
import type { FileRules, UploadedFile } from '#contract/kit/content.ts';
import { escaped } from '#contract/kit/schema/schema-node.ts';
import { shortened } from '#platform/http/errors/invalid-fields.ts';
import { bodyTooLarge, bodyLimitOf } from '#platform/http/bodies.ts';

type Files = AsyncIterable<UploadedFile<string, Readable>>;

/** Form whose fields have been read, but not its files. */
export interface Form {
  /** A repeated field is a list. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Checks the first file. Files are not buffered: backpressure reaches the client while the handler does not read. */
  readonly files: (rules: FileRules) => Promise<Files>;
}

/** Reads a form (RFC 7578) up to its first file. Rejects with `bad-request`, or with `content-too-large` beyond the call's limit. */
export async function openForm(request: FastifyRequest): Promise<Form> {
  const next = partsOf(request);
  const fields: Record<string, unknown> = {};
  let bytes = 0;
  let part = await next();
  while (part?.type === 'field') {
    const { fieldname, value, valueTruncated } = part;
    bytes += String(value).length;
    // Fields are kept in memory, so they are limited like any other body.
    if (valueTruncated || bytes > limits.BODY_BYTES) throw platformError('content-too-large');
    fields[fieldname] = Object.hasOwn(fields, fieldname) ? [fields[fieldname], value].flat() : value;
    // oxlint-disable-next-line no-await-in-loop
    part = await next();
  }
  const first = part;
  return { fields, files: (rules) => filesOf(first, next, rules) };
}

/** Media type of a part that is a file even without a file name. */
const BYTES = 'application/octet-stream';

type Next = () => Promise<Multipart | undefined>;
/** Despite its types, the parser accepts a part without a name (RFC 7578, section 4.2). */
type Head = Partial<Pick<MultipartFile, 'fieldname' | 'filename' | 'mimetype'>>;

/** Returns a function that reads the next of at most 1,000 parts. Read each part to its end before the next. */
function partsOf(request: FastifyRequest): Next {
  const { BODY_BYTES: fieldSize, HEADERS_BYTES: headerSize } = limits;
  const parts = request.parts({
    limits: { fieldSize, headerSize, fileSize: Infinity },
    // Otherwise the parser would parse a JSON field, whose values take several times the memory of its text.
    isPartAFile: (_field, mediaType, filename) => filename !== undefined || mediaType !== 'text/plain',
  });
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
  return async () => {
    try {
      const { value } = await Promise.race([parts.next(), excess.promise]);
      file = value?.type === 'file' ? value.file : undefined;
      const { fieldname: field, filename, mimetype }: Head = value ?? {};
      if (value && field === undefined) throw new Error('a part has no name');
      if (file && field !== undefined && filename === undefined && mimetype !== BYTES)
        throw invalid(field, 'mediaType', `The field ${field} is ${mimetype}; expected: text/plain.`);
      return value;
    } catch (cause) {
      // Discards the rest without parsing it.
      request.raw.unpipe().resume();
      throw cause instanceof AppError ? cause : malformed(cause);
    }
  };
}

async function filesOf(first: Multipart | undefined, next: Next, rules: FileRules): Promise<Files> {
  const check = checkFiles(rules);
  const opened = await check(first);
  return (async function* () {
    for (let file = opened; file;) {
      yield file;
      // Otherwise a file that the handler skips would block the next one.
      if (!file.stream.readableDidRead) file.stream.resume();
      // oxlint-disable-next-line no-await-in-loop
      file = await check(await next());
    }
  })();
}

/** Checks each part after the fields, and finally that no file is missing. Rejects with `unprocessable-content`. */
function checkFiles(rules: FileRules) {
  const counts = new Map<string, number>();
  return async (part: Multipart | undefined): Promise<UploadedFile<string, Readable> | undefined> => {
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
  // oxlint-disable-next-line no-control-regex -- rejects them
  if (/[\u0000-\u001F\u007F]/.test(filename))
    throw invalid(field, 'pattern', `The name of the file ${field} has control characters.`);
  if (stream.errored) throw malformed(stream.errored);
  // The parser's error for a truncated form has no status, but is the client's mistake.
  stream.on('error', (error: Error & { statusCode?: number }) => (error.statusCode ??= 400));
  // An ended stream never becomes readable.
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
