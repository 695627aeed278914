import { BASE_PATH } from '#platform/contract/product/constants.ts';
import type { Visitor } from './visitor.ts';

export type ProviderCookies = Map<string, string>;

/** Starts a sign-in. Returns the authorization URL. */
export const start = async (visitor: Visitor, search = ''): Promise<string> =>
  String((await visitor.call(`GET /session/sign-in${search}`)).headers.location);

export const callback = (visitor: Visitor, url: string) =>
  visitor.send('GET', url.slice(url.indexOf(`${BASE_PATH}/`)), { 'sec-fetch-mode': 'navigate' });

/** Signs in as `subject`, or declines if `subject` is undefined. Returns the response of the callback. */
export async function signIn(
  visitor: Visitor,
  subject: string | undefined,
  search = '',
  cookies?: ProviderCookies,
) {
  const location = await start(visitor, search);
  return callback(visitor, await atProvider(location, subject, cookies));
}

async function send(url: URL | string, cookies: ProviderCookies, init: RequestInit = {}): Promise<Response> {
  const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const reply = await fetch(url, { redirect: 'manual', headers: { cookie }, ...init });
  for (const field of reply.headers.getSetCookie()) {
    const [name = '', value = ''] = (field.split(';')[0] ?? '').split(/=(.*)/s);
    cookies.set(name, value);
  }
  return reply;
}

/** Signs in at the provider as `subject`, or declines if `subject` is undefined. Returns the callback URL. */
export async function atProvider(
  location: string,
  subject: string | undefined,
  cookies: ProviderCookies = new Map(),
): Promise<string> {
  const { origin } = new URL(location);
  let next = location;
  for (let step = 0; step < 10; step++) {
    const url = new URL(next, origin);
    if (url.origin !== origin) return url.href;
    if (url.pathname.startsWith('/who/')) url.search = subject === undefined ? 'refuse' : `be=${subject}`;
    // oxlint-disable-next-line no-await-in-loop
    const reply = await send(url, cookies);
    const to = reply.headers.get('location');
    // oxlint-disable-next-line no-await-in-loop
    if (!to)
      throw new Error(`${url.href} responded with ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
    next = to;
  }
  throw new Error(`${location} redirects without end`);
}

/** Signs out at the provider and confirms it (RP-Initiated Logout, section 2). */
export async function signOutAtProvider(issuer: string, cookies: ProviderCookies): Promise<void> {
  const asked = await send(`${issuer}/session/end`, cookies);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await asked.text()) ?? [];
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  const { status } = await send(`${issuer}/session/end/confirm`, cookies, { method: 'POST', body });
  if (status !== 303) throw new Error(`sign-out at the provider returned ${status}`);
}
