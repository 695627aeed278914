import { header, isRedirect, mediaType, membersOf } from '../checks.ts';
import type { RequestOptions, TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';

export interface Context {
  readonly target: Target;
  /** Value of DIAGNOSTICS. */
  readonly secret: string;
  /** Delay of the slow request. */
  readonly delayMs: number;
}

/** Returns both sides of the first difference, or undefined. */
export type Check = (context: Context) => Promise<string | undefined>;

/** The request that the diagnostics endpoint received: bff/src/platform/operations/diagnostics.ts. */
export interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bodySha256: string;
  readonly scheme: string;
  readonly host: string;
  readonly client: string;
}

export const DIAGNOSTICS = '/api/diagnostics';

/** Sends a request to the diagnostics endpoint, beneath which every path is its own. */
export const ask = ({ target, secret }: Context, path = '', { headers, ...options }: RequestOptions = {}) =>
  target.request(`${target.base}${DIAGNOSTICS}${path}`, {
    ...options,
    headers: { ...headers, 'x-diagnostics': secret },
  });

/** The report in a response; undefined if it is not a report. */
export function arrivedIn(response: TargetResponse): Arrived | undefined {
  const members = membersOf(response);
  return response.status === 200 && 'bodySha256' in members ? (members as unknown as Arrived) : undefined;
}

/** Request, status, media type and Location in one line. */
export const summary = (response: TargetResponse): string =>
  [response.request, '→', response.status, mediaType(response), header(response, 'location')]
    .filter(Boolean)
    .join(' ');

/** True if the application or its nginx sent the response: each of them has a request id. */
export const isOurs = (response: TargetResponse): boolean =>
  'x-request-id' in response.headers || 'requestId' in membersOf(response);

/** True if another server asks for credentials: by its status, by a redirect, or with a form for a password. */
export const isLogin = (response: TargetResponse): boolean =>
  !isOurs(response) &&
  ([401, 403, 407, 511].includes(response.status) ||
    isRedirect(response) ||
    (response.status === 200 && /type=["']?password/i.test(response.text)));
