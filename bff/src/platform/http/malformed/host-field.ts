import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';

/** A host and a port (RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Refuses a request of HTTP/1.1 without exactly one valid Host field (RFC 9112, section 3.2), as nginx does. Node itself takes the first of
 * several, and refuses a missing one without the header fields that every response has.
 */
export const hostField = fp(async function hostField(app) {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    let hosts = 0;
    for (let index = 0; index < raw.rawHeaders.length; index += 2)
      if (raw.rawHeaders[index]?.length === 4 && raw.rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
    const isMissing = hosts === 0 && raw.httpVersion !== '1.0';
    if (isMissing || hosts > 1 || (hosts === 1 && !HOST.test(raw.headers.host ?? '')))
      done(
        platformError('bad-request', { detail: 'The header field Host must be there once, with a host.' }),
      );
    else done();
  });
});
