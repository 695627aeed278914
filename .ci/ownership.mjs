/*
 * Declares who owns each path, what a product's repository contains, and what an update merges. Plain JavaScript, because `npm run new-product` runs
 * before `npm ci`, and Node.js 20 cannot run TypeScript.
 */

/**
 * Owner of a file. `product`: a new product gets a copy, and an update never changes the file. `platform`: an update merges the file. `manifest`: an
 * update merges the JSON by key. `lock`: npm's lock file. `platform only`: a product does not have the file.
 *
 * @typedef {'product' | 'platform' | 'manifest' | 'lock' | 'platform only'} Owner
 */

/** Owners by path: the first matching pattern counts. @type {readonly (readonly [pattern: RegExp, owner: Owner])[]} */
const OWNERS = [
  [/^\.ci\/(test\/|run$|full$|example\.ts$|new-product\.mjs$)/, 'platform only'],
  [/^(bff|client|nginx)\/example\//, 'platform only'],
  [/^\.github\/CONTRIBUTING\.md$/, 'platform only'],
  [/^(bff|client|nginx)\/platform\/(.+\/)?(test|bench)\//, 'platform only'],
  // Of the platform's tests, products run only those in `testing/`.
  [/^(bff|client|nginx)\/platform\/(?!testing\/).+[.-]test\.tsx?$/, 'platform only'],
  [/^(bff|client|nginx)\/src\//, 'product'],
  [/^client\/(public\/|index\.html$|vite\.config\.ts$)/, 'product'],
  [/^README\.md$/, 'product'],
  [/^((bff|client|nginx)\/)?package\.json$/, 'manifest'],
  [/^package-lock\.json$/, 'lock'],
];

/** @param {string} path @returns {Owner} */
export const ownerOf = (path) => OWNERS.find(([pattern]) => pattern.test(path))?.[1] ?? 'platform';

/**
 * Entries of `package.json` that a product does not need, by file and key.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>}
 */
const PLATFORM_ONLY = {
  'package.json': {
    scripts: ['bench', 'bench:page', 'example', 'new-product', 'posttest', 'posttypes'],
    devDependencies: ['@web/client', 'puppeteer-core'],
  },
  'bff/package.json': {
    exports: ['./platform/bench/*', './platform/test/*'],
    devDependencies: ['@types/sanitize-html', '@types/supertest', 'fast-check', 'sanitize-html', 'supertest'],
  },
  'client/package.json': {
    exports: ['./platform/test/*'],
    devDependencies: ['@tailwindcss/vite', 'ajv', 'axe-core', 'tailwindcss', 'web-features'],
  },
  'nginx/package.json': {
    devDependencies: ['@kubernetes-models/gateway-api', 'fast-check', 'kubernetes-models', 'undici'],
  },
};

/** @typedef {Readonly<Record<string, unknown>>} Json */

/** @param {unknown} from @param {readonly string[]} names */
const without = (from, names) =>
  Object.fromEntries(
    Object.entries(/** @type {Json} */ (from ?? {})).filter(([name]) => !names.includes(name)),
  );

/**
 * Returns the platform's `package.json` at a path, without the entries that a product does not need.
 *
 * @param {string} path @param {Json} manifest @returns {Json}
 */
export function productManifest(path, manifest) {
  const dropped = PLATFORM_ONLY[path] ?? {};
  return Object.fromEntries(
    Object.entries(manifest).map(([key, value]) => [
      key,
      dropped[key] ? without(value, dropped[key]) : value,
    ]),
  );
}

/**
 * Returns the platform's lock file without the packages that a product does not need.
 *
 * @param {Json} lock @returns {Json}
 */
export function productLock(lock) {
  const packages = /** @type {Record<string, Json>} */ ({ .../** @type {Json} */ (lock['packages']) });
  for (const path of Object.keys(PLATFORM_ONLY)) {
    const workspace = path.replace(/\/?package\.json$/, '');
    packages[workspace] = productManifest(path, packages[workspace] ?? {});
  }
  const required = requiredIn(packages);
  return {
    ...lock,
    packages: Object.fromEntries(Object.entries(packages).filter(([path]) => required.has(path))),
  };
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Finds the packages of a lock file that its root and its workspaces require. @param {Record<string, Json>} packages */
function requiredIn(packages) {
  /** @type {Set<string>} */
  const found = new Set();
  const left = ['', ...Object.keys(packages).filter((path) => packages[path]?.['link'])];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const entry = packages[path];
    if (!entry || found.has(path)) continue;
    found.add(path);
    if (entry['link']) left.push(String(entry['resolved']));
    for (const name of DEPENDENCIES.flatMap((key) => Object.keys(entry[key] ?? {})))
      left.push(locationOf(name, path, packages));
  }
  return found;
}

/** Resolves a dependency as Node.js does: in the nearest `node_modules`. @param {string} name @param {string} from @param {Record<string, Json>} packages */
function locationOf(name, from, packages) {
  let folder = from;
  while (folder && !packages[`${folder}/node_modules/${name}`]) {
    const at = folder.lastIndexOf('node_modules/');
    folder = at < 0 ? '' : folder.slice(0, Math.max(at - 1, 0));
  }
  return `${folder && `${folder}/`}node_modules/${name}`;
}
