import fp from 'fastify-plugin';
import { untrustedPeers, type IsTrusted } from './client-address.ts';
import { csrf } from './csrf.ts';
import { sendProblem } from './errors/error-handler.ts';
import { jsonBody } from './json-body.ts';
import { rejectConnect } from './malformed-request.ts';
import { earlyChecks } from './early-checks.ts';
import { buildHeader, responseHeaders } from './response-headers.ts';

/** Adds the common response headers, sends errors as problems, and rejects malformed and cross-site requests. */
export const requestChecks = fp<{ isTrusted: IsTrusted; hstsSeconds: number | undefined }>(
  async (app, { isTrusted, hstsSeconds }) => {
    // Registered first, so that error responses also get these headers.
    await app.register(responseHeaders, { hstsSeconds });
    await app.register(untrustedPeers, { isTrusted });
    app.setErrorHandler(sendProblem);
    await app.register(rejectConnect);
    // Registered before the CSRF check, which relies on a canonical path.
    await app.register(earlyChecks);
    await app.register(csrf);
    await app.register(jsonBody);
    // Registered last, so that rejections have no build id. Error responses of nginx have none either.
    await app.register(buildHeader);
  },
  { name: 'requestChecks' },
);
