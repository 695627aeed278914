import { CLIENT_REPORTS_PATH } from '#contract/kit/client-report.ts';

/** The policy of every response that is not a document. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

const HOST = String.raw`\*|(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|[a-z][a-z0-9+.-]*://(\*\.)?[A-Za-z0-9.-]+`;
const SOURCE = String.raw`('self'|[a-z][a-z0-9+.-]*:|(${HOST})(:([0-9]+|\*))?(/[A-Za-z0-9._~%/-]*)?)`;

/** A valid list of CSP sources (CSP Level 3, section 2.3.1), as JavaScript and as `grep -E` read it. */
export const CSP_SOURCES = `^('none'|${SOURCE}( ${SOURCE})*)$`;

interface Sources {
  /** Hashes of the shell's inline scripts and styles, such as `sha256-…=`. */
  readonly inline: { readonly script: readonly string[]; readonly style: readonly string[] };
  /** The sources that scripts may connect to. */
  readonly connectSrc: string;
  /** The sources of pages that may embed the document in a frame. */
  readonly frameAncestors: string;
}

/** The header fields of a document; they replace those of `securityHeaders` with the same names. */
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
    // `report-uri` is for browsers without the Reporting API.
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
