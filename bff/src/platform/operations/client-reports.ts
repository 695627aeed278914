import rateLimit from '@fastify/rate-limit';
import { Counter } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { platformError } from '#contract/kit/app-error.ts';
import { CLIENT_REPORTS_PATH, ClientReport } from '#contract/kit/client-report.ts';
import { limits } from '#contract/kit/limits.ts';
import { CspReport, logEntriesOf, Reports, withoutQueries } from './csp-reports.ts';
import { closed } from '#contract/kit/schema/closed-schema.ts';
import { validatorCompiler } from '#platform/calls/validation.ts';

const MAX_LINES = 5;

/** Logs error reports of the client, and CSP reports of browsers. Not a call of the contract, because a call accepts one media type. */
export async function clientReports(app: FastifyInstance): Promise<void> {
  const reports = new Counter({
    name: 'client_reports_total',
    help: 'Error and CSP reports from browsers',
    labelNames: ['kind'],
    registers: [app.metrics],
  });
  app.setValidatorCompiler(validatorCompiler);
  app.removeContentTypeParser('text/plain');
  const browsers = ['application/csp-report', 'application/reports+json'];
  app.addContentTypeParser(browsers, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  await app.register(rateLimit, {
    max: limits.CLIENT_REPORTS_A_MINUTE,
    timeWindow: 60_000,
    errorResponseBuilder: () => platformError('too-many-requests'),
  });
  const content = {
    'application/json': { schema: closed(ClientReport) },
    'application/csp-report': { schema: CspReport },
    'application/reports+json': { schema: Reports },
  };
  app.post<{ Body: ClientReport | CspReport | Reports }>(
    CLIENT_REPORTS_PATH,
    {
      bodyLimit: limits.CLIENT_REPORT_BYTES,
      config: { permission: 'client-report:send', sentByBrowser: true },
      schema: { body: { content } },
    },
    (request, reply) => {
      const { body } = request;
      // Without a content type there is no body to validate.
      if (!body) throw platformError('unsupported-media-type');
      const lines = 'kind' in body ? [logEntryOf(body)] : logEntriesOf(body);
      for (const line of lines.slice(0, MAX_LINES)) {
        reports.inc({ kind: line.kind });
        request.log.warn(line, 'client report');
      }
      return reply.code(204).send();
    },
  );
}

const logEntryOf = ({ message, stack, ...rest }: ClientReport) => ({
  ...rest,
  message: withoutQueries(message),
  ...(stack && { stack: withoutQueries(stack) }),
});
