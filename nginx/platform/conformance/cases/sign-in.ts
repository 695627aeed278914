import type { Cases } from '#platform/conformance/case.ts';
import { check, NotObservable } from '#platform/conformance/checks.ts';
import type { TargetResponse } from '#platform/conformance/request.ts';
import type { Target } from '#platform/conformance/target.ts';

interface Begun {
  readonly response: TargetResponse;
  readonly redirectUri: URL;
  readonly state: string;
}

/** Starts a sign-in, without following it to the OpenID provider. Rejects with `NotObservable` if the application has no provider. */
async function begin(target: Target, moved = ''): Promise<Begun> {
  const path = `${target.base}/api/session/sign-in`;
  const response = await target.request(`${path}${moved}`);
  const [location = ''] = response.headers['location'] ?? [];
  const to = URL.parse(location, target.origin);
  const isMoved = to?.pathname === path;
  // With PUBLIC_ORIGIN, the sign-in may continue there.
  if (isMoved && to.origin === target.origin && moved === '') return begin(target, to.search);
  const uri = isMoved
    ? `${to.origin}${target.base}/api/session/callback`
    : to?.searchParams.get('redirect_uri');
  if (!to || !uri || !URL.canParse(uri))
    throw new NotObservable(`no sign-in at an OpenID provider (${response.status} ${location})`.trim());
  return { response, redirectUri: new URL(uri), state: to.searchParams.get('state') ?? '' };
}

/** Cases that need a sign-in at an OpenID provider. */
export const signIn: Cases = {
  '21e The redirect URI of a sign-in has the public scheme.': async (target) => {
    const { response, redirectUri } = await begin(target);
    const { protocol } = new URL(target.origin);
    check(redirectUri.protocol === protocol, response, `a redirect_uri with ${protocol}`, redirectUri.href);
  },

  '21f The redirect URI of a sign-in has the public host, port and path.': async (target) => {
    const { response, redirectUri } = await begin(target);
    const expected = `${new URL(target.origin).host}${target.base}/api/session/callback`;
    const received = `${redirectUri.host}${redirectUri.pathname}`;
    check(received === expected, response, `a redirect_uri at ${expected}`, redirectUri.href);
  },

  '34c The cookie of a sign-in arrives at the browser, and returns to the application.': async (target) => {
    const { response, state } = await begin(target);
    const cookies = response.headers['set-cookie'] ?? [];
    const cookie = cookies.find((line) => /^[^=]*sign-in\./.test(line) && !line.includes('Max-Age=0'));
    check(
      cookie !== undefined,
      response,
      'a cookie of the sign-in',
      cookies.length === 0 ? 'none' : 'others',
    );
    const path = `Path=${target.base}/api/session;`;
    check(cookie.includes(path), response, `a cookie with ${path}`, cookie.replace(/=[^;]*/, '=…'));
    // As if the user had declined: the application reports this only if it finds its cookie.
    const declined = new URLSearchParams({ state, error: 'access_denied' });
    const callback = await target.request(`${target.base}/api/session/callback?${declined.toString()}`, {
      headers: { cookie: cookie.split(';', 1)[0] ?? '' },
    });
    const [location = ''] = callback.headers['location'] ?? [];
    const isLost = /[?&]problem=(cookies|expired)\b/.exec(location);
    check(!isLost, callback, 'the cookie to arrive at the application', isLost?.[1]);
  },
};
