/** Fails if a style sheet that a module or another style sheet imports does not exist. TypeScript accepts every `*.css`. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** Matches imports of files of the client. Vite resolves those of packages. */
const IMPORT = /^\s*(?:import|@import)\b[^;'"]*['"](?<style>[.#][^'"?]*\.css)\b/gm;

const exists = (file: string, style: string): boolean => {
  try {
    return createRequire(file).resolve(style) !== '';
  } catch {
    return false;
  }
};

const missing = globSync('client/{src,example,platform}/**/*.{ts,tsx,css}', { cwd: root }).flatMap((file) =>
  Array.from(
    readFileSync(resolve(root, file), 'utf8').matchAll(IMPORT),
    ({ groups }) => groups?.['style'] ?? '',
  )
    .filter((style) => !exists(resolve(root, file), style))
    .map((style) => `${file}: ${style} does not exist`),
);
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exitCode = 1;
}
