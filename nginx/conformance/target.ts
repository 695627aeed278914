import { sendRequest, type RequestOptions, type TargetResponse } from './request.ts';

export interface TargetOptions {
  /** Whether no other application and no ingress answers at this origin, so that all of it can be judged. */
  readonly ownsOrigin?: boolean;
  /** Whether an ingress in front strips the prefix: `/web/x` arrives as `/x`. */
  readonly stripped?: boolean;
}

export interface Target extends Required<TargetOptions> {
  /** `scheme://host:port`, without a path. */
  readonly origin: string;
  /** The public base path, such as `/web`, without a slash at its end. */
  readonly base: string;
  /** Sends a request for a path at the origin, exactly as given. */
  request(path: string, options?: RequestOptions): Promise<TargetResponse>;
}

/** The target at a public URL such as `https://host/web`. Throws a TypeError that says what is wrong with the URL. */
export function openTarget(address: string, options: TargetOptions = {}): Target {
  const url = URL.parse(address);
  const reason = reasonAgainst(address, url);
  if (!url || reason)
    throw new TypeError(
      `${address}: ${reason}; expected the application's public URL, such as https://host/web`,
    );
  const { origin } = url;
  return {
    origin,
    base: url.pathname.replace(/\/+$/, ''),
    ownsOrigin: options.ownsOrigin ?? false,
    stripped: options.stripped ?? false,
    request: (path, request) => sendRequest(origin, path, request),
  };
}

function reasonAgainst(address: string, url: URL | null): string | undefined {
  if (!url) return 'not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'neither http nor https';
  if (address.includes('?')) return 'has a query';
  if (address.includes('#')) return 'has a fragment';
  if (url.username || url.password) return 'has credentials';
  if (/^\/+$/.test(url.pathname)) return 'has no base path';
  return undefined;
}
