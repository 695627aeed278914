import { CLIENT_REPORTS_PATH } from '#contract/kit/client-report.ts';

/** What is no document loads nothing, and nobody frames it. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

const HOST = String.raw`\*|(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|[a-z][a-z0-9+.-]*://(\*\.)?[A-Za-z0-9.-]+`;
const SOURCE = String.raw`('self'|[a-z][a-z0-9+.-]*:|(${HOST})(:([0-9]+|\*))?(/[A-Za-z0-9._~%/-]*)?)`;

/** What a setting may name (CSP Level 3, section 2.3.1); in a form that `grep -E` reads, too. */
export const CSP_SOURCES = `^('none'|${SOURCE}( ${SOURCE})*)$`;

interface Sources {
  /** Hashes of what stands inline in the shell, such as `sha256-…=`. */
  readonly inline: { readonly script: readonly string[]; readonly style: readonly string[] };
  /** Where its scripts may connect to: sources with spaces between. */
  readonly connectSrc: string;
  /** Who may show it in a frame: sources with spaces between. */
  readonly frameAncestors: string;
}

/** What a document carries beside, or in place of, the header fields of every answer. */
export function documentHeaders({ inline, connectSrc, frameAncestors }: Sources) {
  const own = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const policy = {
    'default-src': "'self'",
    'script-src': own(inline.script),
    'style-src': own(inline.style),
    'connect-src': connectSrc,
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': frameAncestors,
    'object-src': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    // The one for browsers that know the Reporting API, the other for the rest.
    'report-to': 'client-reports',
    'report-uri': CLIENT_REPORTS_PATH,
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'reporting-endpoints': `client-reports="${CLIENT_REPORTS_PATH}"`,
  };
}
