import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { type ClientManifest, readClientManifest } from '@web/bff/platform/edge/client-manifest';

const MANIFEST = 'client-manifest.json';
const COMPRESSED = new Set(['css', 'html', 'js', 'json', 'svg', 'txt', 'webmanifest']);
const FIRST_TIME_S = Date.UTC(1980, 0, 1) / 1000;
const TIMES = 630_000_000;

const encoders = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
};

export type DocumentFacts = Pick<ClientManifest, 'screens' | 'inline'>;

/**
 * Compresses `dist/identity` into `dist/<encoding>`, and writes `dist/client-manifest.json` for nginx and the BFF. The first language's build
 * clears `dist`; the build of any other language adds its files.
 */
export const precompress = (dist: string, document: DocumentFacts, isFirst: boolean): Plugin => ({
  name: 'precompress',
  apply: 'build',
  buildStart: async () => {
    if (isFirst) await rm(dist, { recursive: true, force: true });
  },
  // Runs only after a successful build. After a failed build, an error about the missing index.html would hide the build's own error.
  writeBundle: { order: 'post', sequential: true, handler: () => writeTrees(dist, document) },
});

/** Writes the compressed trees and `client-manifest.json`, and sets the modification time of every file. */
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
      // Keeps a file if the build of another language has written it.
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
 * Derives the modification time from the content, because nginx's ETag consists of time and length. Uses times before 2000, because image builds
 * with SOURCE_DATE_EPOCH clamp later times.
 */
async function setTime(file: string, bytes: Buffer): Promise<void> {
  const seconds = FIRST_TIME_S + (createHash('sha256').update(bytes).digest().readUInt32BE(0) % TIMES);
  await utimes(file, seconds, seconds);
}

const extension = (file: string): string => extname(file).slice(1);
