import { header, isRedirect, mediaType } from '../checks.ts';
import type { TargetResponse } from '../request.ts';
import type { Kind } from './advice.ts';

/** Where logins lead. */
const LOGIN =
  /\/oauth2\/(?:start|sign_in)\b|\/outpost\.goauthentik\.io\/|cloudflareaccess\.com\/|\/cdn-cgi\/access\/|\/\.pomerium\/|[?&](?:rd|response_type|redirect_uri|client_id|SAMLRequest)=|^https?:\/\/(?:auth|login|signin|sso|idp?|accounts?)\.|\/(?:log-?in|sign-?in|sso)\b/i;
const PASSWORD = /["'/]oauth2\/(?:start|sign_in)\b|<input[^>]+type=["']?password/i;
const CHALLENGE = /challenge|captcha|turnstile|checking your browser|enable javascript/i;
const MAINTENANCE = /maintenance|wartung|be (?:right )?back|temporarily unavailable|under construction/i;
/** The pages with which proxies say that nothing responds behind them. */
const UNREACHABLE =
  /No server is available|maintenance downtime or capacity|Guru Meditation|upstream connect error|no healthy upstream|^(?:no available server|Service Unavailable)\s*$/;

/** What a response that is not from the application stands for. */
export function kindInPlace(response: TargetResponse): Kind {
  const { status, text } = response;
  const isPage = mediaType(response) === 'text/html';
  if (status === 429) return 'rate-limited';
  if (header(response, 'www-authenticate') || [401, 511].includes(status)) return 'login-in-front';
  if (isRedirect(response) && LOGIN.test(header(response, 'location') ?? '')) return 'login-in-front';
  if (isPage && PASSWORD.test(text)) return 'login-in-front';
  if (header(response, 'cf-mitigated') || (isPage && CHALLENGE.test(text))) return 'challenge-page';
  if (UNREACHABLE.test(text) || (status === 503 && text === '')) return 'no-answer';
  if (status === 503 || MAINTENANCE.test(text)) return 'maintenance-page';
  if ([502, 504].includes(status)) return 'no-answer';
  return [400, 403, 406, 451].includes(status) || isRedirect(response) ? 'blocked' : 'not-routed';
}
