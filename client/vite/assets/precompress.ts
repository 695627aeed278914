import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { type ClientManifest, readClientManifest } from '@web/bff/edge/client-manifest';

const MANIFEST = 'client-manifest.json';
const COMPRESSED = new Set(['css', 'html', 'js', 'json', 'svg', 'txt', 'webmanifest']);
const FIRST_TIME_S = Date.UTC(1980, 0, 1) / 1000;
const TIMES = 630_000_000;

const encoders = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
};

/** What the servers have to know of the document: the other half of `ClientManifest`. */
export type DocumentFacts = Pick<ClientManifest, 'screens' | 'inline'>;

/**
 * Turns `dist/identity` into what nginx and the BFF serve: `dist/<encoding>/<path>` and `dist/client-manifest.json`. The build of another language
 * adds to that of the first.
 */
export const precompress = (dist: string, document: DocumentFacts, isFirst: boolean): Plugin => ({
  name: 'precompress',
  apply: 'build',
  // Nothing of an earlier build stays, its fingerprint included.
  buildStart: async () => {
    if (isFirst) await rm(dist, { recursive: true, force: true });
  },
  // Only after a build that succeeded: otherwise its own error would be hidden behind a missing index.html.
  writeBundle: { order: 'post', sequential: true, handler: () => writeTrees(dist, document) },
});

/** Writes the trees beside `dist/identity`, sets the time of every file, and writes `client-manifest.json` for the servers. */
export async function writeTrees(dist: string, document: DocumentFacts): Promise<void> {
  const entries = await readdir(join(dist, 'identity'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(dist, 'identity'), join(entry.parentPath, entry.name)))
    .toSorted();
  for (const file of files) {
    const bytes = await readFile(join(dist, 'identity', file));
    await setTime(join(dist, 'identity', file), bytes);
    if (!COMPRESSED.has(extension(file))) continue;
    for (const [encoding, encode] of Object.entries(encoders)) {
      const target = join(dist, encoding, file);
      // Of the build before, in another language.
      if (existsSync(target)) continue;
      const encoded = encode(bytes);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, encoded);
      await setTime(target, encoded);
    }
  }
  const emitted = [...new Set(files.map(extension))].filter((name) => name !== '');
  const { script, style } = document.inline;
  const before = existsSync(join(dist, MANIFEST)) ? readClientManifest(dist).inline : { script, style };
  const manifest: ClientManifest = {
    compressed: emitted.filter((name) => COMPRESSED.has(name)).toSorted(),
    files: [...new Set([...emitted, 'css', 'map'])].toSorted(),
    ...document,
    inline: {
      script: [...new Set([...before.script, ...script])],
      style: [...new Set([...before.style, ...style])],
    },
  };
  await writeFile(join(dist, MANIFEST), `${JSON.stringify(manifest)}\n`);
}

/**
 * nginx makes the ETag from modification time and length. So the time is derived from the content: equal on every machine, different for
 * different content. It lies before the year 2000, so that no SOURCE_DATE_EPOCH clamp makes times equal again.
 */
async function setTime(file: string, bytes: Buffer): Promise<void> {
  const seconds = FIRST_TIME_S + (createHash('sha256').update(bytes).digest().readUInt32BE(0) % TIMES);
  await utimes(file, seconds, seconds);
}

const extension = (file: string): string => extname(file).slice(1);
