import { BASE_PATH } from '#contract/constants.ts';
import type { Visitor } from './visitor.ts';

/** What a browser keeps of the provider. */
export type ProviderCookies = Map<string, string>;

/** Begins a sign-in, with a query such as `?to=/web/things`: the address at the provider. */
export const start = async (visitor: Visitor, search = ''): Promise<string> =>
  String((await visitor.call(`GET /session/sign-in${search}`)).headers.location);

/** Comes back from the provider. */
export const callback = (visitor: Visitor, url: string) =>
  visitor.send('GET', url.slice(url.indexOf(`${BASE_PATH}/`)), { 'sec-fetch-mode': 'navigate' });

/** Signs a person in; without a subject, they refuse. Resolves with the last response. */
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

/**
 * Does at the provider what a person does who signs in as `subject` (or refuses, without one): follows its redirects and returns the address of
 * the way back to the application.
 */
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
    if (!to) throw new Error(`${url.href} answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
    next = to;
  }
  throw new Error(`${location} redirects without end`);
}

/** Signs out of the provider there, as a person does who confirms it, or another application (RP-Initiated Logout, section 2). */
export async function signOutAtProvider(issuer: string, cookies: ProviderCookies): Promise<void> {
  const asked = await send(`${issuer}/session/end`, cookies);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await asked.text()) ?? [];
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  const { status } = await send(`${issuer}/session/end/confirm`, cookies, { method: 'POST', body });
  if (status !== 303) throw new Error(`signing out at the provider gave ${status}`);
}
