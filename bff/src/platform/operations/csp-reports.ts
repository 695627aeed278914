import Type from 'typebox';
import { build } from '#platform/http/build-id.ts';

const Text = Type.Optional(Type.String());

/** `application/csp-report` (CSP Level 3, section 5.3): what `report-uri` brings. */
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

/** `application/reports+json` (Reporting API, section 3.3): what `report-to` brings. */
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

/** The same few fields of both forms. The sample of what was blocked is left out: it may hold what a person has written. */
export function logEntriesOf(body: CspReport | Reports): object[] {
  const violations = Array.isArray(body)
    ? body.map(({ body }) => body)
    : [body['csp-report']].map((report) => ({
        documentURL: report['document-uri'],
        blockedURL: report['blocked-uri'],
        effectiveDirective: report['effective-directive'] ?? report['violated-directive'],
        sourceFile: report['source-file'],
        lineNumber: report['line-number'],
      }));
  return violations.map((one) => ({
    kind: 'policy',
    directive: one.effectiveDirective,
    blocked: withoutQueries(one.blockedURL ?? ''),
    screen: withoutQueries(URL.parse(one.documentURL ?? '')?.pathname ?? ''),
    source: withoutQueries(one.sourceFile ?? ''),
    line: one.lineNumber ?? undefined,
    build,
  }));
}

/** A text whose addresses have lost their queries and fragments, which may carry what nobody should read. */
export const withoutQueries = (text: string): string =>
  text.replaceAll(/[^\s"'()]+/g, (word) => {
    const address = word.split(/[?#]/, 1)[0] ?? '';
    return address.includes('/') ? address : word;
  });
