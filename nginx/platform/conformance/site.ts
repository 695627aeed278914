import type { TargetResponse } from './request.ts';
import { check, every, mediaType, shell, status } from './checks.ts';
import type { Target } from './target.ts';

export async function readShell(target: Target): Promise<TargetResponse> {
  const response = await target.request(`${target.base}/`);
  shell(200)(response);
  return response;
}

/** Patterns of links by media type; the first group is the URL. */
const LINKS: readonly (readonly [type: RegExp, link: RegExp])[] = [
  [/^text\/html$/, /\s(?:src|href|action|formaction)=["'](.*?)["']/gi],
  [/^text\/css$/, /url\(\s*["']?([^"')]+)/g],
  [/manifest\+json$/, /"src":\s*"([^"]+)"/g],
  // File names with the build's hash of eight characters.
  [/javascript$/, /["'`(][\w./-]*?([\w.-]+-[\w-]{8}\.(?:js|css|svg|png|jpe?g|webp|avif|woff2?))["'`)]/g],
];

export function linksIn(response: TargetResponse, url: string): string[] {
  const link = LINKS.find(([type]) => type.test(mediaType(response)))?.[1];
  return [...(link ? response.text.matchAll(link) : [])]
    .map((match) => (match[1] ?? '').replaceAll('&amp;', '&'))
    .filter((found) => !/^(data:|#)/.test(found))
    .map((found) => new URL(found, url).href);
}

/** Requests everything that the document and its files link to. Rejects if a URL is missing or outside of the base path. */
export async function readPublished(target: Target): Promise<Map<string, TargetResponse>> {
  const page = `${target.origin}${target.base}/`;
  const published = new Map<string, TargetResponse>();
  const home = await readShell(target);
  const urls = new Set(linksIn(home, page));
  // The iteration includes URLs that are added during the iteration.
  await every(urls, async (url) => {
    check(url.startsWith(page), home, `only URLs beneath ${page}`, url);
    const response = await target.request(url.slice(target.origin.length));
    status(200)(response);
    published.set(url, response);
    for (const link of linksIn(response, url)) urls.add(link);
  });
  return published;
}

/** Returns the path of the first hashed asset that the document links to. Rejects if there is none. */
export async function readAsset(target: Target): Promise<string> {
  const home = await readShell(target);
  const [asset] = linksIn(home, `${target.origin}${target.base}/`)
    .map((url) => url.replace(target.origin, ''))
    .filter((path) => path.startsWith(`${target.base}/assets/`));
  check(asset !== undefined, home, `links to assets beneath ${target.base}/assets/`, 'none');
  return asset;
}
