import fp from 'fastify-plugin';
import { parse } from 'secure-json-parse';
import { platformError } from '#contract/kit/app-error.ts';
import { bodyLimitOf } from './bodies.ts';

/** A body has at most one value for so many bytes of its limit: in memory a value takes many times its text. */
const BYTES_A_VALUE = 16;
const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN, CLOSE] = [new Set([91, 123]), new Set([93, 125])];

/** Whether a JSON text has more values, or nests them deeper, than allowed. To know it costs no memory, as parsing would. */
function isTooMuch(text: string, mostValues: number): boolean {
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
    if (values > mostValues || depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Says why a text is not parsed. The parser's message can quote the body; only the position at its end is taken from it. */
function reasonOf(text: string, { message }: Error): string {
  if (text === '') return 'The body is empty, but its content type is application/json.';
  if (message === 'Object contains forbidden prototype property')
    return 'The body has a key that is not accepted, such as __proto__.';
  const [, position] = / at position (\d+) \(line \d+ column \d+\)$/.exec(message) ?? [];
  return `The body is not JSON${position === undefined ? '' : `: see position ${position}`}.`;
}

/** Parses JSON as Fastify does, once, if it has not too many values. The problem for a body that is none says why. */
export const jsonBody = fp(async function jsonBody(app) {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    const mostValues = Math.floor(bodyLimitOf(request) / BYTES_A_VALUE);
    const detail = `The body is larger than allowed: at most ${mostValues} values, nested at most ${MAX_DEPTH} deep.`;
    if (isTooMuch(text, mostValues)) return done(platformError('body-too-large', { detail }));
    let value: unknown;
    try {
      value = parse(text, { protoAction: 'error', constructorAction: 'error' });
    } catch (cause) {
      return done(platformError('bad-request', { detail: reasonOf(text, cause as Error), cause }));
    }
    done(null, value);
  });
});
