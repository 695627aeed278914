/** What a browser keeps of the provider. */
export type ProviderCookies = Map<string, string>;

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
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    // oxlint-disable-next-line no-await-in-loop
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie } });
    keepCookies(reply, cookies);
    const to = reply.headers.get('location');
    // oxlint-disable-next-line no-await-in-loop
    if (!to) throw new Error(`${url.href} answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
    next = to;
  }
  throw new Error(`${location} redirects without end`);
}

/** Signs out of the provider there, as a person does who confirms it, or another application (RP-Initiated Logout, section 2). */
export async function signOutAtProvider(issuer: string, cookies: ProviderCookies): Promise<void> {
  const cookie = () => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const asked = await fetch(`${issuer}/session/end`, { headers: { cookie: cookie() } });
  keepCookies(asked, cookies);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await asked.text()) ?? [];
  const reply = await fetch(`${issuer}/session/end/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie() },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  if (reply.status !== 303) throw new Error(`signing out at the provider gave ${reply.status}`);
}

function keepCookies(reply: Response, cookies: ProviderCookies): void {
  for (const field of reply.headers.getSetCookie()) {
    const [name = '', value = ''] = (field.split(';')[0] ?? '').split(/=(.*)/s);
    cookies.set(name, value);
  }
}
