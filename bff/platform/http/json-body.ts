import fp from 'fastify-plugin';
import { parse } from 'secure-json-parse';
import { platformError } from '#platform/contract/app-error.ts';
import { bodyLimitOf } from './bodies.ts';
import { decodeUtf8 } from './decode-utf8.ts';

/** Limits the JSON values in a body: one per 16 bytes of the size limit, because parsed values take several times the memory of their text. */
const BYTES_PER_VALUE = 16;
const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN, CLOSE] = [new Set([91, 123]), new Set([93, 125])];

/** True if a JSON text has too many values, or nests them too deep. Does not parse the text, because the parsed values would take too much memory. */
function exceedsLimits(text: string, maxValues: number): boolean {
  let [values, depth, isInString] = [1, 0, false];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else isInString = code !== QUOTE;
    } else if (code === QUOTE) isInString = true;
    else if (code === COMMA) values += 1;
    else if (OPEN.has(code)) {
      values += 1;
      depth += 1;
    } else if (CLOSE.has(code)) depth -= 1;
    if (values > maxValues || depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Describes a parse error. Takes only the position from the parser's message, because the rest can quote the body. */
function reasonOf(text: string, { message }: Error): string {
  if (text === '') return 'The body is empty, but its content type is application/json.';
  if (message === 'Object contains forbidden prototype property')
    return 'The body has a key that is not accepted, such as __proto__.';
  const [, position] = / at position (\d+) \(line \d+ column \d+\)$/.exec(message) ?? [];
  return `The body is not valid JSON${position === undefined ? '' : `: see position ${position}`}.`;
}

/** Parses JSON and text as Fastify does, but rejects invalid UTF-8, limits the number of JSON values, and explains errors. */
export const jsonBody = fp(async function jsonBody(app) {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    decodeUtf8(body, 'The body'),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decodeUtf8(body as Buffer, 'The body');
    const maxValues = Math.floor(bodyLimitOf(request) / BYTES_PER_VALUE);
    const detail = `The body is larger than allowed: at most ${maxValues} values, nested at most ${MAX_DEPTH} deep.`;
    if (exceedsLimits(text, maxValues)) return done(platformError('content-too-large', { detail }));
    let value: unknown;
    try {
      value = parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
    } catch (cause) {
      return done(platformError('bad-request', { detail: reasonOf(text, cause as Error), cause }));
    }
    done(null, value);
  });
});
