import { type Advice, ingress, routeOf } from './advice.ts';

const noLogin = {
  nginx: 'auth_basic off; auth_request off',
  haproxy: 'no http-request auth and no redirect to a login for /web',
  caddy: 'no basic_auth (basicauth) and no forward_auth for /web',
  apache: 'AuthType None; Require all granted',
  traefik: 'no basicAuth, digestAuth or forwardAuth middleware on the router',
  envoy: 'ext_authz, oauth2, jwt_authn and basic_auth filters disabled for the route',
};

/** Logins in front, and what keeps people from signing in. */
export const signIn = {
  'login-in-front': ingress(
    noLogin,
    'A login in front responds in place of the application. Except the base path from it: calls need problems, not a login page, and the application signs people in itself.',
  ),
  'sign-in-blocked': ingress(
    noLogin,
    "Forward the application's redirect to the provider, without a login or redirect of the ingress.",
  ),
  'callback-blocked': ingress(
    routeOf('/web/api/session/callback'),
    'Forward it with its query: the browser comes back from the provider here.',
  ),
  'back-channel-blocked': ingress(
    routeOf('/web/api/session/back-channel-logout'),
    "Forward POST without a cookie, a login or a field of a browser: the provider's server sends it. Without it, sessions that it has ended go on.",
  ),
  'clock-differs': {
    hop: 'clock',
    setting: 'NTP, on every machine',
    remedy: 'Set the clocks right. Beyond a minute of difference to the provider sign-in fails.',
  },
} as const satisfies Record<string, Advice>;
