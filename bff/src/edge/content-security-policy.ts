import { CLIENT_REPORTS_PATH } from '#contract/kit/client-report.ts';
import { sources as productSources, type Sources } from '#contract/sources.ts';
import type { ClientManifest } from './client-manifest.ts';
import { CSP_SOURCE, type SharedValues } from './settings.ts';

/** The policy of every response that is not a document. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The value of the header field (CSP Level 3, section 3.1). */
export const policyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');

/** The directives for what comes from elsewhere. Throws for a source that is none. */
export function sourceDirectives(sources: Sources): Readonly<Record<string, string>> {
  const listed = Object.entries(sources).filter(([, list]) => list.length > 0);
  for (const [directive, list] of listed)
    for (const source of list)
      if (!CSP_SOURCE.test(source))
        throw new Error(
          `bff/src/contract/sources.ts: ${directive}: "${source}" is no source, such as https://images.example or blob:`,
        );
  return Object.fromEntries(listed.map(([directive, list]) => [directive, ["'self'", ...list].join(' ')]));
}

/** The header fields of a document; they replace those of `securityHeaders` with the same names. */
export function documentHeaders(
  { inline }: Pick<ClientManifest, 'inline'>,
  settings: SharedValues,
  sources = productSources,
) {
  const withHashes = (hashes: readonly string[]) =>
    ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const policy = {
    'default-src': "'self'",
    'script-src': withHashes(inline.script),
    'style-src': withHashes(inline.style),
    ...sourceDirectives(sources),
    'connect-src': settings.CONNECT_SRC,
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': settings.FRAME_ANCESTORS,
    'object-src': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    // `report-uri` is for browsers without the Reporting API.
    'report-to': 'client-reports',
    'report-uri': CLIENT_REPORTS_PATH,
  };
  return {
    'content-security-policy': policyOf(policy),
    'reporting-endpoints': `client-reports="${CLIENT_REPORTS_PATH}"`,
  };
}
