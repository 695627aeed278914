import type { TargetResponse } from './request.ts';
import { checkShell, mediaType, parseObject } from './checks.ts';
import type { Target } from './target.ts';

export async function readShell(target: Target): Promise<TargetResponse> {
  const shell = await target.request(`${target.base}/`);
  checkShell(shell);
  return shell;
}

/** Absolute URLs of everything that a page's markup links to. */
export function urlsIn(html: string, page: string): string[] {
  const markup = html.replaceAll(/<!--.*?-->/gs, '');
  const matches = (pattern: RegExp) =>
    [...markup.matchAll(pattern)].map((match) => (match[2] ?? '').replaceAll('&amp;', '&'));
  const [base = ''] = matches(/<base\b[^>]*\shref=(["'])(.*?)\1/gi);
  const from = new URL(base, page);
  return matches(/\s(?:src|href|action|formaction)=(["'])(.*?)\1/gi)
    .filter((url) => !/^(data:|#)/.test(url))
    .map((url) => new URL(url, from).href);
}

interface Published {
  readonly url: string;
  /** The path beneath the origin; undefined where the URL lies outside the base path. */
  readonly path: string | undefined;
  /** Undefined where the URL lies outside the base path. */
  readonly response: TargetResponse | undefined;
}

/** Everything that the shell and its files link to: scripts, styles, fonts, the manifest and its icons. */
export async function readPublished(target: Target): Promise<Published[]> {
  const page = `${target.origin}${target.base}/`;
  const found = new Map<string, Published>();
  const queue = urlsIn((await readShell(target)).text, page);
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (found.has(url)) continue;
    const path = url.startsWith(page) ? url.slice(target.origin.length) : undefined;
    const response = path === undefined ? undefined : await target.request(path);
    found.set(url, { url, path, response });
    if (response?.status === 200) queue.push(...linksOf(response, url, page));
  }
  return [...found.values()];
}

/** A file name with the build's hash of eight characters, which no other text in a script has. */
const HASHED = /["'`(][\w./-]*?([\w.-]+-[\w-]{8}\.(?:js|css|svg|png|jpe?g|webp|avif|woff2?))["'`)]/g;

function linksOf(response: TargetResponse, url: string, page: string): string[] {
  const type = mediaType(response);
  if (type.endsWith('javascript'))
    return [...response.text.matchAll(HASHED)].map((match) => `${page}assets/${match[1] ?? ''}`);
  if (type === 'text/css')
    return [...response.text.matchAll(/url\(\s*["']?([^"')]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !name.startsWith('data:') && !name.startsWith('#'))
      .map((name) => new URL(name, url).href);
  if (!new URL(url).pathname.endsWith('.webmanifest')) return [];
  const { icons } = parseObject(response) as { icons?: { src?: string }[] };
  return (icons ?? []).map((icon) => new URL(icon.src ?? '', url).href);
}

/** The paths of the hashed assets that the shell links to. Throws where there is none. */
export async function readAssets(target: Target): Promise<[string, ...string[]]> {
  const shell = await readShell(target);
  const [first, ...rest] = urlsIn(shell.text, `${target.origin}${target.base}/`)
    .filter((url) => url.startsWith(`${target.origin}${target.base}/assets/`))
    .map((url) => url.slice(target.origin.length));
  if (first === undefined)
    throw new Error(`${shell.request}: expected assets beneath ${target.base}/assets/, the shell names none`);
  return [first, ...rest];
}
