import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { languages } from '@web/bff/platform/contract/product/languages';
import { fingerprint } from './fingerprint.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const RECORD = join(ROOT, 'client/dist/fingerprint');
const BUILT = ['client/dist/client-manifest.json', 'bff/dist/main.js'];
const CLIENT = ['index.html', 'package.json', 'platform', 'public', 'src', 'vite.config.ts'];
const BFF = ['package.json', 'platform', 'src', 'vite.config.ts'];
const SHARED = ['package-lock.json', 'tsconfig.base.json'];
const SOURCES = [...CLIENT.map((name) => `client/${name}`), ...BFF.map((name) => `bff/${name}`), ...SHARED];

// Overrides the environment: a build is always for production.
process.env['NODE_ENV'] = 'production';

const now = await fingerprint(ROOT, SOURCES);
const before = await readFile(RECORD, 'utf8').catch(() => undefined);
if (now === before && BUILT.every((file) => existsSync(join(ROOT, file)))) {
  console.log('build is up to date');
} else {
  const define = { __BUILD__: JSON.stringify(now.slice(0, 12)) };
  const buildWorkspace = (name: string) =>
    build({ root: join(ROOT, name), configFile: join(ROOT, name, 'vite.config.ts'), define });
  for (const language of languages) {
    process.env['APP_LANGUAGE'] = language;
    await buildWorkspace('client');
  }
  await buildWorkspace('bff');
  await writeFile(RECORD, now);
}
