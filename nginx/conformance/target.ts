import { sendRequest, type RequestOptions, type TargetResponse } from './request.ts';

export interface Target {
  /** Whether no other application and no ingress answers at this origin, so that all of it can be judged. */
  readonly ownsOrigin: boolean;
  /** Whether an ingress in front strips the prefix: `/web/x` arrives as `/x`. */
  readonly stripped: boolean;
  /** `scheme://host:port`, without a path. */
  readonly origin: string;
  /** The public base path, such as `/web`, without a slash at its end. */
  readonly base: string;
  /** Sends a request for a path at the origin, exactly as given. */
  request(path: string, options?: RequestOptions): Promise<TargetResponse>;
}

/** The target at a public URL such as `https://host/web`. Throws a TypeError for another address. */
export function openTarget(
  address: string,
  { ownsOrigin = false, stripped = false }: Partial<Pick<Target, 'ownsOrigin' | 'stripped'>> = {},
): Target {
  if (!/^https?:\/\/[^/?#@]+\/+[^/?#][^?#]*$/.test(address) || !URL.canParse(address))
    throw new TypeError(
      `${address}: expected the application's public URL, such as https://host/web, without query and credentials`,
    );
  const { origin, pathname } = new URL(address);
  return {
    origin,
    base: pathname.replace(/\/+$/, ''),
    ownsOrigin,
    stripped,
    request: (path, options) => sendRequest(origin, path, options),
  };
}
