import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';

const messageOf = (text: string): string => {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

/** Where the parser of V8 stops. Its message has no position for a token that is out of place: the shortest beginning with it is searched. */
function positionOf(text: string): number {
  const message = messageOf(text);
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  if (!message.startsWith('Unexpected token')) return text.length;
  let [before, within] = [0, text.length];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (messageOf(text.slice(0, middle)).startsWith('Unexpected token')) within = middle;
    else before = middle;
  }
  return before;
}

function reasonOf(text: string): string {
  if (text === '') return 'The body is empty, but its content type is application/json.';
  if (messageOf(text) === '') return 'The body has a key that is not accepted, such as __proto__.';
  const at = positionOf(text);
  const found = at < text.length ? `unexpected ${JSON.stringify(text[at])}` : 'it ends too early';
  return `The body is not JSON: ${found} at position ${at}.`;
}

/** Parses JSON as Fastify does; the problem for a body that is none says why. */
export const jsonBody = fp(async function jsonBody(app) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, String(text), (cause, value) => {
      if (cause) done(platformError('bad-request', { detail: reasonOf(String(text)), cause }));
      else done(null, value);
    });
  });
});
