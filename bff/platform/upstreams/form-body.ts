import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { format } from 'content-disposition';
import type { UploadedFile } from '#platform/contract/content.ts';

/** Builds a form (`multipart/form-data`, RFC 7578) that reads each file while sending it: `post('/scans', formBody(fields, files))`. */
export function formBody(
  fields: Readonly<Record<string, string | number | boolean | undefined>>,
  files: AsyncIterable<UploadedFile<string, Readable>>,
): { readonly body: Readable; readonly contentType: string } {
  const boundary = randomUUID();
  const head = (parameters: Record<string, string>, more = '') => {
    const disposition = format({ type: 'form-data', parameters }, { multipart: true });
    return `--${boundary}\r\ncontent-disposition: ${disposition}\r\n${more}\r\n`;
  };
  const chunks = async function* () {
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) yield `${head({ name })}${value}\r\n`;
    for await (const { field, name: filename, mediaType, stream } of files) {
      yield head({ name: field, filename }, `content-type: ${mediaType}\r\n`);
      yield* stream as AsyncIterable<Buffer>;
      yield '\r\n';
    }
    yield `--${boundary}--\r\n`;
  };
  return {
    body: Readable.from(chunks(), { objectMode: false }),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
