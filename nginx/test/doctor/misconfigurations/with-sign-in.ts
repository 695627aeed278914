import { before, haproxy, listed, location } from './misconfiguration.ts';
import type { Edit } from '../../ingress/start-proxy.ts';

const noScheme: Edit = ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'];

/** Those that the doctor finds where people sign in at a provider. */
export const misconfigurationsWithSignIn = listed({
  'sign-in-blocked': {
    'a login of the ingress replaces sign-in': location(
      '= /web/api/session/sign-in',
      'if ($request_method = GET) { return 302 https://login.example/; }',
    ),
  },
  'callback-blocked': {
    'the way back is blocked': location('= /web/api/session/callback', 'if ($arg_code) { return 403; }'),
  },
  'back-channel-blocked': {
    'POST needs a login': location(
      '= /web/api/session/back-channel-logout',
      'limit_except GET { deny all; }',
    ),
  },
  'clock-differs': {
    'the clock is wrong': [
      haproxy,
      before('# Another application', 'http-response set-header Date %[date(-7200),http_date]\n  '),
    ],
  },
  'scheme-lost': { 'the scheme is not sent': noScheme },
});
