import type { Answer } from './request.ts';
import { checkShell, mediaType, parseObject } from './checks.ts';
import type { Target } from './target.ts';

export async function readShell(target: Target): Promise<Answer> {
  const shell = await target.ask(`${target.base}/`);
  checkShell(shell);
  return shell;
}

/** Absolute addresses of everything that a page's markup names. */
export function addressesIn(html: string, page: string): string[] {
  const markup = html.replaceAll(/<!--.*?-->/gs, '');
  const named = (pattern: RegExp) =>
    [...markup.matchAll(pattern)].map((match) => (match[2] ?? '').replaceAll('&amp;', '&'));
  const [start = ''] = named(/<base\b[^>]*\shref=(["'])(.*?)\1/gi);
  const from = new URL(start, page);
  return named(/\s(?:src|href|action|formaction)=(["'])(.*?)\1/gi)
    .filter((address) => !/^(data:|#)/.test(address))
    .map((address) => new URL(address, from).href);
}

interface Published {
  /** The absolute address. */
  readonly address: string;
  /** The path beneath the origin; undefined where the address leaves the base. */
  readonly path: string | undefined;
  /** What came; undefined where it was not asked for. */
  readonly answer: Answer | undefined;
}

/** Everything that the shell and the files that it leads to name: scripts, styles, fonts, the manifest and its icons. */
export async function readPublished(target: Target): Promise<Published[]> {
  const page = `${target.origin}${target.base}/`;
  const found = new Map<string, Published>();
  const queue = addressesIn((await readShell(target)).text, page);
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    if (found.has(address)) continue;
    const path = address.startsWith(page) ? address.slice(target.origin.length) : undefined;
    const answer = path === undefined ? undefined : await target.ask(path);
    found.set(address, { address, path, answer });
    if (answer?.status === 200) queue.push(...namedBy(answer, address, page));
  }
  return [...found.values()];
}

/** A name with the builder's eight characters of hash, so that no other text in a script is taken for a file. */
const HASHED = /["'`(][\w./-]*?([\w.-]+-[\w-]{8}\.(?:js|css|svg|png|jpe?g|webp|avif|woff2?))["'`)]/g;

function namedBy(answer: Answer, address: string, page: string): string[] {
  const type = mediaType(answer);
  if (type.endsWith('javascript')) {
    return [...answer.text.matchAll(HASHED)].map((match) => `${page}assets/${match[1] ?? ''}`);
  }
  if (type === 'text/css') {
    return [...answer.text.matchAll(/url\(\s*["']?([^"')]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !name.startsWith('data:') && !name.startsWith('#'))
      .map((name) => new URL(name, address).href);
  }
  if (new URL(address).pathname.endsWith('.webmanifest')) {
    const { icons } = parseObject(answer) as { icons?: { src?: string }[] };
    return (icons ?? []).map((icon) => new URL(icon.src ?? '', address).href);
  }
  return [];
}

/** The paths of the hashed assets that the shell itself names; fails where there is none. */
export async function readAssets(target: Target): Promise<[string, ...string[]]> {
  const shell = await readShell(target);
  const beneath = `${target.origin}${target.base}/assets/`;
  const [first, ...rest] = addressesIn(shell.text, `${target.origin}${target.base}/`)
    .filter((address) => address.startsWith(beneath))
    .map((address) => address.slice(target.origin.length));
  if (first === undefined) {
    throw new Error(`${shell.asked}: expected assets beneath ${target.base}/assets/, the shell names none`);
  }
  return [first, ...rest];
}
