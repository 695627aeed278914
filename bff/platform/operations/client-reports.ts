import rateLimit from '@fastify/rate-limit';
import { Counter } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { platformError } from '#platform/contract/app-error.ts';
import { CLIENT_REPORTS_PATH, ClientReport } from '#platform/contract/client-report.ts';
import { limits } from '#platform/contract/limits.ts';
import { clientNetwork } from '#platform/http/client-address.ts';
import { validatorCompiler } from '#platform/calls/validation.ts';
import { clientEntry, CspReport, violationEntry } from './report-formats.ts';

/** Logs error reports of the client, and CSP reports of browsers. Not a call of the contract, because a call accepts only one media type. */
export async function clientReports(app: FastifyInstance): Promise<void> {
  const reports = new Counter({
    name: 'client_reports_total',
    help: 'Error and CSP reports from browsers',
    labelNames: ['kind'],
    registers: [app.metrics],
  });
  app.setValidatorCompiler(validatorCompiler);
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/csp-report', { parseAs: 'string' }, parseJson);
  await app.register(rateLimit, {
    max: limits.CLIENT_REPORTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => clientNetwork(ip),
    errorResponseBuilder: () => platformError('too-many-requests'),
  });
  const content = {
    'application/json': { schema: ClientReport },
    'application/csp-report': { schema: CspReport },
  };
  app.post<{ Body: ClientReport | CspReport }>(
    CLIENT_REPORTS_PATH,
    {
      bodyLimit: limits.CLIENT_REPORT_BYTES,
      config: { permission: 'client-report:send', sentByBrowser: true },
      schema: { body: { content } },
    },
    ({ body, log, mediaType }, reply) => {
      // Rejects other media types, because Fastify does not validate a body if its media type has no schema.
      if (!mediaType || !Object.hasOwn(content, mediaType)) throw platformError('unsupported-media-type');
      const entry = 'csp-report' in body ? violationEntry(body) : clientEntry(body);
      reports.inc({ kind: entry.kind });
      log.warn(entry, 'client report');
      return reply.code(204).send();
    },
  );
}
