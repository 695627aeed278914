import Type from 'typebox';
import type { ClientReport } from '#platform/contract/client-report.ts';
import { build } from '#platform/http/build-id.ts';

const Url = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** Body of a `csp-violation` report (CSP Level 3, section 5.2). Browsers add more fields. */
export const Violation = Type.Object({
  documentURL: Url,
  blockedURL: Url,
  effectiveDirective: Type.String({ maxLength: 100 }),
  sourceFile: Url,
  lineNumber: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});
export type Violation = Type.Static<typeof Violation>;

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Extracts the CSP violations from reports, without validating them. Ignores other types of reports. `report-uri` sends `{ "csp-report": … }`
 * (CSP Level 3, section 5.3). `report-to`, which an ingress may add, sends an array of `{ type, url, body }` (Reporting API, section 3.3), or one
 * object in WebKit.
 */
export const violationsOf = (parsed: unknown): unknown[] =>
  [parsed].flat().flatMap((report: unknown) => {
    if (!isObject(report)) return [report];
    const old = report['csp-report'];
    if (isObject(old)) return [currentFormat(old)];
    if (report['type'] === 'csp-violation') return [report['body']];
    return typeof report['type'] === 'string' ? [] : [report];
  });

const currentFormat = (old: Fields) => ({
  documentURL: old['document-uri'],
  blockedURL: old['blocked-uri'],
  effectiveDirective: old['effective-directive'] ?? old['violated-directive'],
  sourceFile: old['source-file'],
  lineNumber: old['line-number'],
});

/** Log entry of a violation, without the sample, which may contain a user's input. */
export const violationEntry = (violation: Violation) => ({
  kind: 'policy',
  directive: violation.effectiveDirective,
  blocked: withoutQueries(violation.blockedURL ?? ''),
  screen: withoutQueries(URL.parse(violation.documentURL ?? '')?.pathname ?? ''),
  source: withoutQueries(violation.sourceFile ?? ''),
  line: violation.lineNumber ?? undefined,
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
