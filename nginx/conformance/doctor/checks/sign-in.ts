import type { TargetResponse } from '../../request.ts';
import type { Target } from '../../target.ts';
import type { Check } from '../check.ts';
import { finding } from '../findings.ts';
import { json, summary } from '../recognise.ts';
import { checkCookie } from './cookies.ts';

/** What sign-in allows clocks to differ by. */
const CLOCK_MS = 60_000;

const sessionPath = ({ base }: Target) => `${base}/api/session`;

/** A request that the browser itself makes, without cookies. */
const navigate = (target: Target, path: string) =>
  target.request(sessionPath(target) + path, {
    headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
  });

/** Whether people sign in to the application at an OpenID provider. */
export async function hasProvider(target: Target): Promise<boolean> {
  const { signIn } = json(await target.request(sessionPath(target)));
  return (signIn as { readonly provider?: unknown } | undefined)?.provider === true;
}

/** Whether the browser is led to a place: to the application's own screen, or to the provider. */
function leadsOn({ status, headers }: TargetResponse): boolean {
  const [location] = headers['location'] ?? [];
  return status === 303 && location !== undefined && URL.canParse(location, 'http://own.invalid');
}

const cookie: Check = {
  id: 'sign-in-cookie',
  title: 'The cookie of a sign-in arrives with its path and its attributes.',
  run: async ({ target, echo }) => {
    const response = await navigate(target, '/sign-in');
    const [location = ''] = response.headers['location'] ?? [];
    if (!leadsOn(response)) return finding('sign-in-blocked', summary(response));
    if (location.includes('/session?problem=provider-away'))
      return { notObservable: 'the provider does not answer the application' };
    const field = response.headers['set-cookie']?.find((text) => /^[^=]*-sign-in\./.test(text));
    if (field === undefined) return finding('cookie-lost', `${response.request} set no cookie`);
    const isTls = target.origin.startsWith('https:');
    if (isTls && !field.startsWith('__Secure-'))
      return echo && echo.scheme !== 'https'
        ? { notObservable: 'the scheme does not arrive' }
        : finding('scheme-lost', `${response.request} set a cookie for http`);
    return checkCookie(field, sessionPath(target), isTls);
  },
};

const callback: Check = {
  id: 'callback',
  title: 'The way back from the provider reaches the application.',
  run: async ({ target }) => {
    const response = await navigate(target, '/callback?code=none&state=none');
    return leadsOn(response) ? 'ok' : finding('callback-blocked', summary(response));
  },
};

const backChannel: Check = {
  id: 'back-channel',
  title: 'The provider itself reaches the application, to end sessions.',
  run: async ({ target }) => {
    // A provider has no cookie, and sends none of a browser's header fields.
    const response = await target.request(`${sessionPath(target)}/back-channel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'logout_token=none',
    });
    const isRefused = response.status === 400 && json(response)['error'] === 'invalid_request';
    return isRefused ? 'ok' : finding('back-channel-blocked', summary(response));
  },
};

const clock: Check = {
  id: 'clock',
  title: 'The clock there and the one here differ by less than a minute.',
  run: async ({ target }) => {
    const response = await target.request(sessionPath(target));
    const [date = ''] = response.headers['date'] ?? [];
    const differsMs = Math.abs(Date.parse(date) - Date.now());
    if (Number.isNaN(differsMs)) return { notObservable: `${response.request} has no Date` };
    return differsMs < CLOCK_MS
      ? 'ok'
      : finding(
          'clock-differs',
          `${response.request} has the Date ${date}, here it is ${new Date().toUTCString()}`,
        );
  },
};

/** The checks of an application where people sign in at a provider. */
export const signInChecks: readonly Check[] = [cookie, callback, backChannel, clock];
