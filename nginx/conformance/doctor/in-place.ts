import type { TargetResponse } from '../request.ts';
import { header, isRedirect, mediaType } from '../checks.ts';
import type { Target } from '../target.ts';
import { finding, type Finding } from './findings.ts';
import { isFromApplication, summary } from './recognise.ts';

/** Logins by where they lead. */
const logins: readonly (readonly [name: string, location: RegExp])[] = [
  ['oauth2-proxy', /\/oauth2\/(?:start|sign_in)\b/],
  ['authentik', /\/outpost\.goauthentik\.io\//],
  ['Cloudflare Access', /\bcloudflareaccess\.com\/|\/cdn-cgi\/access\//],
  ['Pomerium', /\/\.pomerium\//],
  ['Authelia', /[?&]rd=/],
  ['an OpenID provider', /[?&](?:response_type|redirect_uri|client_id)=/],
  ['SAML', /[?&]SAMLRequest=/],
  ['a login page', /^https?:\/\/(?:auth|login|signin|sso|idp?|accounts?)\.|\/(?:log-?in|sign-?in|sso)\b/i],
];

/** The pages with which proxies say that nothing responds behind them. */
const UNREACHABLE =
  /No server is available|maintenance downtime or capacity|Guru Meditation|upstream connect error|no healthy upstream|^(?:no available server|Service Unavailable)\s*$/;

const MAINTENANCE = /maintenance|wartung|be (?:right )?back|temporarily unavailable|under construction/i;

/** What asks for a login in place of the application; undefined if nothing does. */
function loginIn(response: TargetResponse): string | undefined {
  const { status, text } = response;
  const scheme = header(response, 'www-authenticate')?.split(/[ ,]/, 1)[0];
  if (scheme) return `${scheme} authentication (WWW-Authenticate)`;
  const [location = ''] = isRedirect(response) ? (response.headers['location'] ?? []) : [];
  const [name] = logins.find(([, sign]) => sign.test(location)) ?? [];
  if (name) return `it leads to ${name}`;
  if (status === 401) return 'it asks for a login';
  if (mediaType(response) !== 'text/html') return undefined;
  if (/["'/]oauth2\/(?:start|sign_in)\b/.test(text)) return 'the page of oauth2-proxy';
  return /<input[^>]+type=["']?password/i.test(text) ? 'it is a page with a password' : undefined;
}

function isMaintenance({ status, text }: TargetResponse): boolean {
  if (UNREACHABLE.test(text)) return false;
  return status === 503 || MAINTENANCE.test(text);
}

/** A login or a page of maintenance that responds in place of the application; undefined for any other response. */
export function findInPlace({ base }: Target, response: TargetResponse): Finding | undefined {
  if (isFromApplication(response)) return undefined;
  const [location = ''] = response.headers['location'] ?? [];
  // A redirect beneath the prefix, whatever the origin, is the application's own.
  if (URL.parse(location, 'http://own.invalid')?.pathname.startsWith(`${base}/`)) return undefined;
  const login = loginIn(response);
  if (login) return finding('login-in-front', `${summary(response)}: ${login}`);
  return isMaintenance(response) ? finding('maintenance-page', summary(response)) : undefined;
}
