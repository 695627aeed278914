import { createHash } from 'node:crypto';

type Row = readonly [path: string, ...rest: unknown[]];

/** What the doors have to know of the document: which screens there are, and what stands in it that a policy must name. */
export function readDocument(html: string) {
  const table = /<script type="application\/json" id="screens">([^<]*)<\/script>/.exec(html)?.[1] ?? '[]';
  const paths = (JSON.parse(table) as Row[]).map(([path]) => patternOf(path));
  return {
    /** The paths of all screens beneath the base path, without slashes before and after; a regular expression (RE2 and PCRE). */
    screens: `^(?:${paths.join('|')})$`,
    /** Sources for the content security policy (CSP Level 3, section 2.3.1). */
    inline: {
      script: hashes(html, /<script>([^]*?)<\/script>/g),
      style: hashes(html, /<style>([^]*?)<\/style>/g),
    },
  };
}

const patternOf = (path: string): string =>
  path
    .slice(1)
    .replace(/[^\w/:-]/g, String.raw`\$&`)
    .replace(/:\w+/g, '[^/]+');

const hashes = (html: string, inline: RegExp): string[] =>
  [...html.matchAll(inline)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
