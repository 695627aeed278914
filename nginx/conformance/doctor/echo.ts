import type { RequestOptions, TargetResponse } from '../request.ts';
import type { Target } from '../target.ts';

/** The reply of `/diagnostics/echo`: bff/src/platform/operations/diagnostics.ts. */
export interface Echo {
  /** The URL as the BFF received it. */
  readonly arrived: string;
  readonly scheme: string;
  readonly host: string;
  readonly ip: string;
  /** The address of the connection: the last hop. */
  readonly peer: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ingressStripsPrefix: boolean;
}

export const diagnostics = (target: Target) => `${target.base}/api/diagnostics`;

const echoPath = (target: Target, suffix: string) => `${diagnostics(target)}/echo${suffix}`;

/** How a request arrived at the BFF; undefined where the diagnostics are not served. */
export async function readEcho(
  target: Target,
  suffix = '',
  options: RequestOptions = {},
): Promise<Echo | undefined> {
  return echoIn(await target.request(echoPath(target, suffix), options));
}

const FIRST_ATTEMPTS = 5;

/** The echo of a plain request; undefined where the diagnostics are not served. A hop that waits in vain for the BFF is asked again. */
export async function readFirstEcho(target: Target): Promise<Echo | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await target.request(echoPath(target, ''));
    if (response.status !== 504 || attempt === FIRST_ATTEMPTS) return echoIn(response);
  }
}

function echoIn({ text }: TargetResponse): Echo | undefined {
  try {
    const echo = JSON.parse(text) as Partial<Echo> | null;
    return echo?.arrived === undefined ? undefined : (echo as Echo);
  } catch {
    return undefined;
  }
}
