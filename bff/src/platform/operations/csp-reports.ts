import Type from 'typebox';
import { build } from '#platform/http/build-id.ts';

const Text = Type.Optional(Type.String());

/** `application/csp-report` (CSP Level 3, section 5.3), which browsers send to `report-uri`. */
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

/** `application/reports+json` (Reporting API, section 3.3), which browsers send to `report-to`. */
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

/** Converts both formats to log entries, without the sample, which may contain a user's input. */
export function logEntriesOf(body: CspReport | Reports) {
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
export const withoutQueries = (text: string): string =>
  text.replaceAll(/[^\s"'()]+/g, (word) => {
    const path = word.split(/[?#]/, 1)[0] ?? '';
    return path.includes('/') ? path : word;
  });
