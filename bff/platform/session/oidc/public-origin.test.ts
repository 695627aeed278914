import { expect, test } from 'vitest';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { atProvider, callback, start } from '#platform/test/session/at-provider.ts';
import { pass } from '#platform/test/session/pass.ts';
import { startSessionApp } from '#platform/test/session/session-app.ts';
import { Visitor } from '#platform/test/session/visitor.ts';

const PUBLIC = 'https://www.example.org';
const SIGN_IN = `${BASE_PATH}/api/session/sign-in`;
const https = { 'x-forwarded-proto': 'https' };

/** Starts the application on two hosts. The browser has separate cookies for each host. */
async function onTwoHosts() {
  const { app } = await startSessionApp({ settings: { publicOrigin: PUBLIC } });
  const at = (host: string, address = '192.0.2.1') =>
    new Visitor(app, { ...https, host, 'x-forwarded-for': address });
  return { at, other: at('other.example'), main: at('www.example.org') };
}

/** Navigates to a URL as browsers do, with `site` as Sec-Fetch-Site. Returns the redirect and its cookies. */
const follow = async (visitor: Visitor, location: string, site: string) => {
  const { headers, cookies } = await visitor.send('GET', location.slice(location.indexOf(BASE_PATH)), {
    'sec-fetch-site': site,
    'sec-fetch-mode': 'navigate',
  });
  return { location: String(headers.location), cookies };
};
const search = `?to=${BASE_PATH}/things?page=2`;
const screen = `${BASE_PATH}/session?to=${encodeURIComponent(`${BASE_PATH}/things?page=2`)}`;

test.each(['same-site', 'cross-site', 'none'])(
  'a sign-in on another host continues at PUBLIC_ORIGIN and completes (Sec-Fetch-Site: %s)',
  async (site) => {
    const { other, main } = await onTwoHosts();
    const moved = await follow(other, SIGN_IN + search, 'same-origin');
    expect(moved.location.startsWith(`${PUBLIC}${SIGN_IN}?to=`)).toBe(true);
    expect(moved.cookies).toEqual([]);
    const toProvider = await follow(main, moved.location, site);
    const redirectUri = new URL(toProvider.location).searchParams.get('redirect_uri');
    expect(redirectUri).toBe(`${PUBLIC}${BASE_PATH}/api/session/callback`);
    const back = await callback(main, await atProvider(toProvider.location, 'ann'));
    expect(back.headers.location).toBe(`${BASE_PATH}/things?page=2`);
    expect([await main.status('GET /things'), await other.status('GET /things')]).toEqual([200, 401]);
  },
);

test('the redirect to PUBLIC_ORIGIN keeps the query parameter `other`, which prompts for another account', async () => {
  const { other, main } = await onTwoHosts();
  const { location } = await follow(other, `${SIGN_IN}?other`, 'same-origin');
  const toProvider = await follow(main, location, 'cross-site');
  expect(new URL(toProvider.location).searchParams.get('prompt')).toBe('login');
});

test('behind an ingress that rewrites Host, a sign-in is redirected once and completes', async () => {
  const { at } = await onTwoHosts();
  const rewritten = at('internal:8080');
  const moved = await follow(rewritten, SIGN_IN, 'same-origin');
  const { location } = await follow(rewritten, moved.location, 'same-origin');
  const back = await callback(rewritten, await atProvider(location, 'ann'));
  expect(back.headers.location).toBe(`${BASE_PATH}/`);
});

test('a sign-in that starts at PUBLIC_ORIGIN is redirected straight to the provider', async () => {
  const { main } = await onTwoHosts();
  expect(await start(main)).toContain('redirect_uri=');
});

test('a link on another site cannot start a sign-in, whichever host it addresses (login CSRF)', async () => {
  const { other, main } = await onTwoHosts();
  for (const host of [other, main])
    for (const forged of ['', '&moved', '&moved=1', '&moved=a&moved=b'])
      expect(await follow(host, SIGN_IN + search + forged, 'cross-site')).toEqual({
        location: screen,
        cookies: [],
      });
});

test('a redirect to PUBLIC_ORIGIN starts no sign-in when followed after a minute, or from another network', async () => {
  pass(0);
  const { at, other } = await onTwoHosts();
  const { location } = await follow(other, SIGN_IN + search, 'same-origin');
  const victim = await follow(at('www.example.org', '198.51.100.7'), location, 'cross-site');
  expect(victim).toEqual({ location: screen, cookies: [] });
  pass(60_000);
  expect((await follow(at('www.example.org'), location, 'cross-site')).location).toBe(screen);
});
