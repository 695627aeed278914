import { CLIENT_REPORTS_PATH } from '#contract/kit/client-report.ts';
import type { ClientManifest } from './client-manifest.ts';
import type { SharedValues } from './settings.ts';

/** The policy of every response that is not a document. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The header fields of a document; they replace those of `securityHeaders` with the same names. */
export function documentHeaders({ inline }: Pick<ClientManifest, 'inline'>, settings: SharedValues) {
  const own = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const policy = {
    'default-src': "'self'",
    'script-src': own(inline.script),
    'style-src': own(inline.style),
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
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'reporting-endpoints': `client-reports="${CLIENT_REPORTS_PATH}"`,
  };
}
