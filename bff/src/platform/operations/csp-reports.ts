import Type from 'typebox';
import { build } from '#platform/http/build-id.ts';

const Text = Type.Optional(Type.String());

/** `application/csp-report` (CSP Level 3, section 5.3): browsers send it because of `report-uri`. */
export const CspReport = Type.Object({
  'csp-report': Type.Object({
    'document-uri': Text,
    'blocked-uri': Text,
    'effective-directive': Text,
    'violated-directive': Text,
    'source-file': Text,
    'line-number': Type.Optional(Type.Integer()),
  }),
});
export type CspReport = Type.Static<typeof CspReport>;

/** `application/reports+json` (Reporting API, section 3.3): browsers send it because of `report-to`. */
export const Reports = Type.Array(
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
export type Reports = Type.Static<typeof Reports>;

/** The log entries of a report, the same for both formats. Without its sample, which may contain a person's input. */
export function logEntriesOf(body: CspReport | Reports) {
  const violations = Array.isArray(body)
    ? body.map(({ body }) => body)
    : [body['csp-report']].map((report) => ({
        documentURL: report['document-uri'],
        blockedURL: report['blocked-uri'],
        effectiveDirective: report['effective-directive'] ?? report['violated-directive'],
        sourceFile: report['source-file'],
        lineNumber: report['line-number'],
      }));
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

/** The text with its URLs cut before query and fragment, which may contain secrets. */
export const withoutQueries = (text: string): string =>
  text.replaceAll(/[^\s"'()]+/g, (word) => {
    const path = word.split(/[?#]/, 1)[0] ?? '';
    return path.includes('/') ? path : word;
  });
