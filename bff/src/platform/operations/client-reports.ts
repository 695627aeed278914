import rateLimit from '@fastify/rate-limit';
import { Counter } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { platformError } from '#contract/kit/app-error.ts';
import { CLIENT_REPORTS_PATH, ClientReport } from '#contract/kit/client-report.ts';
import { limits } from '#contract/kit/limits.ts';
import { closed } from '#contract/kit/schema/closed-schema.ts';
import { validatorCompiler } from '#platform/calls/validation.ts';
import { build } from '#platform/http/build-id.ts';

const Text = Type.Optional(Type.String());

/** `application/csp-report` (CSP Level 3, section 5.3), which browsers send to `report-uri`. */
const CspReport = Type.Object({
  'csp-report': Type.Object({
    'document-uri': Text,
    'blocked-uri': Text,
    'effective-directive': Text,
    'violated-directive': Text,
    'source-file': Text,
    'line-number': Type.Optional(Type.Integer()),
  }),
});
type CspReport = Type.Static<typeof CspReport>;

/** `application/reports+json` (Reporting API, section 3.3), which browsers send to `report-to`. */
const Reports = Type.Array(
  Type.Object({
    type: Type.String(),
    body: Type.Object({
      documentURL: Text,
      blockedURL: Text,
      effectiveDirective: Text,
      sourceFile: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      lineNumber: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    }),
  }),
);
type Reports = Type.Static<typeof Reports>;

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
    max: limits.CLIENT_REPORTS_PER_MINUTE,
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

/** Converts both formats to log entries, without the sample, which may contain a user's input. */
function logEntriesOf(body: CspReport | Reports) {
  const violations = Array.isArray(body)
    ? body.map(({ body }) => body)
    : [
        {
          documentURL: body['csp-report']['document-uri'],
          blockedURL: body['csp-report']['blocked-uri'],
          effectiveDirective:
            body['csp-report']['effective-directive'] ?? body['csp-report']['violated-directive'],
          sourceFile: body['csp-report']['source-file'],
          lineNumber: body['csp-report']['line-number'],
        },
      ];
  return violations.map((violation) => ({
    kind: 'policy',
    directive: violation.effectiveDirective,
    blocked: withoutQueries(violation.blockedURL ?? ''),
    screen: withoutQueries(URL.parse(violation.documentURL ?? '')?.pathname ?? ''),
    source: withoutQueries(violation.sourceFile ?? ''),
    line: violation.lineNumber ?? undefined,
    build,
  }));
}

/** Removes query and fragment, which may contain secrets, from URLs in a text. */
const withoutQueries = (text: string): string =>
  text.replaceAll(/[^\s"'()]+/g, (word) => {
    const path = word.split(/[?#]/, 1)[0] ?? '';
    return path.includes('/') ? path : word;
  });
