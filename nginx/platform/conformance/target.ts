import { sendRequest, type RequestOptions, type TargetResponse } from './request.ts';

export interface Target {
  /** True if the origin has no ingress and no other application, so that all of it can be checked. */
  readonly ownsOrigin: boolean;
  /** True if an ingress strips the prefix: `/web/x` arrives as `/x`. */
  readonly stripped: boolean;
  /** Value of the setting DIAGNOSTICS. If a request contains this secret, the BFF's response describes how the request arrived. */
  readonly secret: string | undefined;
  readonly origin: string;
  /** Public base path without a trailing slash, such as `/web`. */
  readonly base: string;
  request(path: string, options?: RequestOptions): Promise<TargetResponse>;
}

/** Creates the target for a public URL such as `https://host/web`. Throws a TypeError for an invalid URL. */
export function openTarget(
  address: string,
  options: Partial<Pick<Target, 'ownsOrigin' | 'stripped' | 'secret'>> = {},
): Target {
  if (!/^https?:\/\/[^/?#@]+\/+[^/?#][^?#]*$/.test(address) || !URL.canParse(address))
    throw new TypeError(
      `${address}: expected the application's public URL, such as https://host/web, without query and credentials`,
    );
  const { origin, pathname } = new URL(address);
  return {
    ownsOrigin: false,
    stripped: false,
    secret: undefined,
    ...options,
    origin,
    base: pathname.replace(/\/+$/, ''),
    request: (path, options) => sendRequest(origin, path, options),
  };
}
