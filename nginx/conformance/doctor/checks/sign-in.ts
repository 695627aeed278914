import { header, NotObservable } from '../../checks.ts';
import { NoResponse, type RequestOptions, type TargetResponse } from '../../request.ts';
import type { Target } from '../../target.ts';
import type { Kind } from '../advice.ts';
import type { Check } from '../check.ts';
import { json, summary } from '../recognise.ts';

/** What sign-in allows clocks to differ by. */
const CLOCK_MS = 60_000;

const sessionPath = ({ base }: Target) => `${base}/api/session`;

/** Whether people sign in to the application at an OpenID provider. */
export async function hasProvider(target: Target): Promise<boolean> {
  try {
    const { signIn } = json(await target.request(sessionPath(target)));
    return (signIn as { readonly provider?: unknown } | undefined)?.provider === true;
  } catch (error) {
    if (error instanceof NotObservable || error instanceof NoResponse) return false;
    throw error;
  }
}

/** A request that the browser itself makes, without cookies. */
const NAVIGATION: RequestOptions = {
  headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
};
/** One of the provider's server, which sends none of a browser's header fields. */
const LOGOUT: RequestOptions = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'logout_token=none',
};

/** Whether the browser is led to a place: to the application's own screen, or to the provider. */
function leadsOn(response: TargetResponse): boolean {
  const location = header(response, 'location');
  if (location?.includes('/session?problem=provider-away'))
    throw new NotObservable('the provider does not answer the application');
  return response.status === 303 && location !== undefined;
}

const isLogoutRefusal = (response: TargetResponse): boolean =>
  response.status === 400 && json(response)['error'] === 'invalid_request';

const isRightTime = (response: TargetResponse): boolean =>
  !(Math.abs(Date.parse(header(response, 'date') ?? '') - Date.now()) > CLOCK_MS);

const checks: readonly (readonly [
  Kind,
  title: string,
  path: string,
  RequestOptions,
  isRight: (response: TargetResponse) => boolean,
])[] = [
  ['sign-in-blocked', 'The browser is led to the provider.', '/sign-in', NAVIGATION, leadsOn],
  [
    'callback-blocked',
    'The way back from the provider reaches the application.',
    '/callback?code=none&state=none',
    NAVIGATION,
    leadsOn,
  ],
  [
    'back-channel-blocked',
    'The provider itself reaches the application, to end sessions.',
    '/back-channel-logout',
    LOGOUT,
    isLogoutRefusal,
  ],
  ['clock-differs', 'The clock there and the one here differ by less than a minute.', '', {}, isRightTime],
];

/** The checks of an application where people sign in at a provider. */
export const signInChecks: readonly Check[] = checks.map(([kind, title, path, options, isRight]) => ({
  id: kind.replace(/-(?:blocked|differs)$/, ''),
  title,
  run: async ({ target }) => {
    const response = await target.request(sessionPath(target) + path, options);
    const quote = `${summary(response)}, Date: ${header(response, 'date')}`;
    return isRight(response) ? [] : [{ kind, quote }];
  },
}));
