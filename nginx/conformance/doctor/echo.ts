import type { RequestOptions } from '../request.ts';
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

/** How a request arrived at the BFF; undefined where the diagnostics are not served. */
export async function readEcho(
  target: Target,
  suffix = '',
  options: RequestOptions = {},
): Promise<Echo | undefined> {
  const response = await target.request(`${diagnostics(target)}/echo${suffix}`, options);
  try {
    const echo = JSON.parse(response.text) as Partial<Echo> | null;
    return echo?.arrived === undefined ? undefined : (echo as Echo);
  } catch {
    return undefined;
  }
}
