import Type from 'typebox';
import type { ClientReport } from '#platform/contract/client-report.ts';
import { build } from '#platform/http/build-id.ts';

const Url = Type.Optional(Type.String());

/** Report that browsers send to `report-uri` (CSP Level 3, section 5.3). Browsers add more members. */
export const CspReport = Type.Object(
  {
    'csp-report': Type.Object(
      {
        'document-uri': Url,
        'blocked-uri': Url,
        'effective-directive': Type.String({ maxLength: 100 }),
        'source-file': Url,
        'line-number': Type.Optional(Type.Integer()),
      },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true },
);
export type CspReport = Type.Static<typeof CspReport>;

/** Log entry of a violation, without the sample, which may contain a user's input. */
export const violationEntry = ({ 'csp-report': violation }: CspReport) => ({
  kind: 'policy',
  directive: violation['effective-directive'],
  blocked: withoutQueries(violation['blocked-uri'] ?? ''),
  screen: withoutQueries(URL.parse(violation['document-uri'] ?? '')?.pathname ?? ''),
  source: withoutQueries(violation['source-file'] ?? ''),
  line: violation['line-number'],
  build,
});

export const clientEntry = (report: ClientReport) => ({
  kind: report.kind,
  screen: report.screen,
  build: report.build,
  message: withoutQueries(report.message),
  ...(report.stack && { stack: withoutQueries(report.stack) }),
});

/** Maximum length of a logged text: browsers don't limit the URLs of a violation. */
const MAX_LENGTH = 2_000;

/** Removes query and fragment, which may contain secrets, from URLs in a text. */
const withoutQueries = (text: string): string =>
  text.slice(0, MAX_LENGTH).replaceAll(/[^\s"'()]+/g, (word) => {
    const path = word.split(/[?#]/, 1)[0] ?? '';
    return path.includes('/') ? path : word;
  });
