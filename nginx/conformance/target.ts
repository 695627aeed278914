import { ask } from './request.ts';
import type { Answer, Ask } from './request.ts';

export interface TargetOptions {
  /** Nothing else answers at this origin and nothing stands in front: all of it may be judged. */
  readonly ownsOrigin?: boolean;
  /** An ingress in front takes the base away: `/web/x` arrives as `/x`. */
  readonly stripped?: boolean;
}

export interface Target {
  /** `scheme://host:port`, no path. */
  readonly origin: string;
  /** The public base path, such as `/web`; no slash at its end. */
  readonly base: string;
  readonly ownsOrigin: boolean;
  readonly stripped: boolean;
  /** Asks for a path beneath the origin, sent as it is. */
  ask(path: string, init?: Ask): Promise<Answer>;
}

/** Opens the target at a public address such as `https://host/web`. Throws a TypeError that says what is wrong with the address. */
export function openTarget(address: string, options: TargetOptions = {}): Target {
  const url = URL.parse(address);
  const wrong = faultOf(address, url);
  if (!url || wrong) {
    throw new TypeError(
      `${address}: ${wrong}; expected the application's public address, such as https://host/web`,
    );
  }
  const { origin } = url;
  const { ownsOrigin = false, stripped = false } = options;
  return {
    origin,
    base: url.pathname.replace(/\/+$/, ''),
    ownsOrigin,
    stripped,
    ask: (path, init) => ask(origin, path, init),
  };
}

function faultOf(address: string, url: URL | null): string | undefined {
  if (!url) return 'not an address';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'neither http nor https';
  if (address.includes('?')) return 'has a query';
  if (address.includes('#')) return 'has a fragment';
  if (url.username || url.password) return 'carries credentials';
  if (/^\/+$/.test(url.pathname)) return 'has no base path';
  return undefined;
}
