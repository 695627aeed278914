import { CLIENT_REPORTS_PATH } from '#platform/contract/client-report.ts';
import type { SourceDirective, Sources } from '#platform/contract/sources.ts';
import { sources as productSources } from '#platform/contract/product/sources.ts';
import type { ClientManifest } from './client-manifest.ts';
import { policyHeaders } from './policy-headers.ts';
import { CSP_SOURCE, type SharedValues } from './settings.ts';

/** Content security policy of responses that are not documents. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

export const policyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');

const TAKES_BLOB = ['img-src', 'media-src', 'worker-src'];

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
/** Matches a source that allows every host, or every host of a top-level domain. */
const WIDE_HOST = /^\*(?:\.[^.]*\.?)?$/;

/** Explains why a source is not allowed. Returns undefined if the source is allowed. */
function reasonAgainst(directive: string, source: string): string | undefined {
  if (directive === 'trusted-types')
    return /^[\w#=/@.%-]+$/.test(source) ? undefined : 'expected the name of a policy';
  if (source === 'blob:' && TAKES_BLOB.includes(directive)) return undefined;
  if (/unsafe/i.test(source)) return 'it would let injected code run';
  const host = source.replace(SCHEME, '').split(/[:/]/, 1)[0] ?? '';
  if (WIDE_HOST.test(host) || /^[a-z][a-z\d+.-]*:$/i.test(source)) return 'it would allow every host';
  return CSP_SOURCE.test(source) ? undefined : 'expected a host, such as https://images.example';
}

/** Adds the product's sources to the directives in `required`. Throws if a source is invalid or too wide. */
export function sourceDirectives(
  { 'trusted-types': policies = [], ...sources }: Sources,
  required: Partial<Record<SourceDirective, string>> = {},
): Record<string, string> {
  for (const [directive, list] of Object.entries({ ...sources, 'trusted-types': policies }))
    for (const source of list) {
      const reason = reasonAgainst(directive, source);
      if (reason) throw new Error(`bff/src/contract/sources.ts: ${directive}: "${source}": ${reason}`);
    }
  const directives: Record<string, string> = { ...required };
  for (const [directive, list] of Object.entries(sources))
    if (list.length > 0) directives[directive] = [directives[directive] ?? "'self'", ...list].join(' ');
  return { ...directives, 'trusted-types': policies.join(' ') || "'none'" };
}

/** These headers override `securityHeaders`. */
export function documentHeaders(
  { inline }: Pick<ClientManifest, 'inline'>,
  settings: SharedValues,
  sources = productSources,
) {
  const withHashes = (hashes: readonly string[]) =>
    ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const policy = {
    'default-src': "'self'",
    ...sourceDirectives(sources, {
      'script-src': withHashes(inline.script),
      'style-src': withHashes(inline.style),
      'connect-src': settings.CONNECT_SRC,
    }),
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': settings.FRAME_ANCESTORS,
    'object-src': "'none'",
    'require-trusted-types-for': "'script'",
    // Omits `report-to`, because `report-to` would override `report-uri`, and browsers ignore `report-to` over http.
    'report-uri': CLIENT_REPORTS_PATH,
  };
  return { 'content-security-policy': policyOf(policy), ...policyHeaders() };
}
