import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/* Stops a script of package.json unless `npm ci` has run. Plain JavaScript, because Node.js 20 cannot run TypeScript. */
const root = resolve(import.meta.dirname, '..');
// `npm install -w client …` alone does not install the packages of the root.
const isInstalled = ['node', 'oxfmt'].every((name) => existsSync(resolve(root, 'node_modules', name)));
if (!isInstalled) {
  console.error('The packages are not installed: run `npm ci` first.');
  process.exitCode = 1;
}
