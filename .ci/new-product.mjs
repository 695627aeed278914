import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ownerOf, productLock, productManifest } from './ownership.mjs';

/*
 * `npm run new-product -- <folder> <name> <purpose>`: creates a repository for a product, with one commit. Plain JavaScript, because it runs before
 * `npm ci`, and Node.js 20 cannot run TypeScript.
 */
const root = resolve(import.meta.dirname, '..');
const RECORD = 'bff/package.json';
const PRODUCT = 'bff/src/contract/product.ts';

const gitIn = (cwd, ...args) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const recordIn = (folder) => JSON.parse(readFileSync(join(folder, RECORD), 'utf8'));

/** Returns an error message, or undefined if the arguments are valid. */
function mistakeIn([folder, name, purpose, ...others]) {
  if (recordIn(root).platform) return `${root} is a product: expected a clone of the platform`;
  for (const [argument, value] of Object.entries({ folder, name, purpose }))
    if (!value?.trim())
      return `<${argument}> is ${value === undefined ? 'missing' : 'empty'}: expected a text`;
  if (others.length > 0) return `unexpected "${others[0]}": put name and purpose in quotes`;
  if (!relative(root, resolve(folder)).startsWith('..'))
    return `<folder> "${folder}" is in ${root}: expected a path outside`;
  return existsSync(folder) ? `<folder> "${folder}" exists: expected a new path` : undefined;
}

/** Formats a string literal like oxfmt: in single quotes, unless double quotes need fewer escapes. */
function literal(text) {
  const json = JSON.stringify(text);
  const count = (quote) => text.split(quote).length;
  if (count("'") > count('"')) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Returns the source of `contract/product.ts`, formatted like oxfmt: a long purpose goes on its own line. */
function sourceOf(name, purpose) {
  const value = literal(purpose);
  const line = `  purpose: ${value},`;
  return `/** Name and purpose of the product, in the first language (specification, point 1). */
export const product = {
  name: ${literal(name)},
${line.length > 110 ? `  purpose:\n    ${value},` : line}
};
`;
}

/** Returns the URL that the product updates from: this repository's `origin`, or else its folder. */
function platformAddress() {
  const hasOrigin = gitIn(root, 'remote').split('\n').includes('origin');
  return hasOrigin ? gitIn(root, 'remote', 'get-url', 'origin') : root;
}

/** Turns the platform's README.md into the product's: inserts the name, and drops the lines and paragraphs on commands that only the platform has. */
const readmeOf = (text, name) =>
  text
    .replace(/^# .*/, () => `# ${name}`)
    .replace(/^npm run example.*\n/m, '')
    .trimEnd()
    .split('\n\n')
    .filter((paragraph) => !/npm run (new-product|bench)/.test(paragraph))
    .join('\n\n')
    .concat('\n');

const jsonOf = (value) => `${JSON.stringify(value, null, 2)}\n`;

function create(folder, name, purpose) {
  const git = (...args) => gitIn(folder, ...args);
  gitIn(root, 'init', '--quiet', '--initial-branch=main', folder);
  // Adds the remote without making it the upstream of the branch, so that `git push` cannot push the product to the platform.
  git('remote', 'add', 'platform', platformAddress());
  git('fetch', '--quiet', '--update-shallow', root, 'HEAD');
  git('read-tree', '-u', '--reset', 'FETCH_HEAD');
  const rewrite = (file, change) => {
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const files = git('ls-files', '-z').split('\0').filter(Boolean);
  // git also removes the folders that become empty.
  git('rm', '--quiet', '--force', '--', ...files.filter((file) => ownerOf(file) === 'platform only'));
  for (const file of files) {
    const owner = ownerOf(file);
    if (owner === 'manifest') rewrite(file, (text) => jsonOf(productManifest(file, JSON.parse(text))));
    if (owner === 'lock') rewrite(file, (text) => jsonOf(productLock(JSON.parse(text))));
  }
  rewrite(RECORD, (text) => jsonOf({ ...JSON.parse(text), platform: git('rev-parse', 'FETCH_HEAD') }));
  rewrite('package.json', (text) => jsonOf({ ...JSON.parse(text), description: purpose }));
  rewrite('README.md', (text) => readmeOf(text, name));
  writeFileSync(join(folder, PRODUCT), sourceOf(name, purpose));
  git('commit', '--quiet', '--all', '--message', `Start the product ${name}`);
}

const [, , ...given] = process.argv;
const mistake = mistakeIn(given);
if (mistake) {
  console.error(`${mistake}\nnpm run new-product -- <folder> <name> <purpose>`);
  process.exitCode = 1;
} else {
  const [path, name, purpose] = given;
  const folder = resolve(path);
  try {
    create(folder, name, purpose);
    console.log(`${folder} is the product ${name}. Next: cd '${path}' && npm ci && npm start`);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    console.error(`Nothing is created. ${error.message}`);
    process.exitCode = 1;
  }
}
