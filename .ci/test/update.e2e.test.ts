import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { ownerOf, productLock, productManifest } from '../ownership.mjs';
import { committing } from './start-product.ts';

const env: NodeJS.ProcessEnv = { ...committing, npm_config_prefer_offline: 'true' };

const runIn = (cwd: string, program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
  const child = spawnSync(program, args, {
    cwd,
    env: { ...env, ...more },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status: child.status, output: child.stdout + child.stderr };
};
const gitIn = (cwd: string, ...args: readonly string[]): string => {
  const { status, output } = runIn(cwd, 'git', args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return output.trim();
};

const read = (file: string) => readFileSync(file, 'utf8');
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const replaced = (from: string | RegExp, to: string) => (text: string) => {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`There is no ${from} any more`);
  return result;
};
const absent = () => undefined;

/** Files that the update changes, with their content before the update. */
const earlier: Readonly<Record<string, (text: string) => string | undefined>> = {
  // The update moves one file and changes its importer, deletes another, and adds a third.
  'bff/platform/request-checks.ts': () => '// moved to platform/http/\n',
  'bff/platform/http/request-checks.ts': absent,
  'bff/platform/app.ts': replaced('./http/request-checks.ts', './request-checks.ts'),
  'client/platform/session/views/prose.css': () => '/* deleted */\n',
  'client/platform/messages/de/deferred.ts': absent,
  // The update adds a setting and a limit, and changes a limit that the product overrides.
  'bff/platform/edge/settings.ts': replaced(/ {2}HSTS_SECONDS:.*\n/, ''),
  'bff/platform/contract/platform-limits.ts': (text) =>
    replaced(
      'BODY_BYTES: 1_048_576',
      'BODY_BYTES: 524_288',
    )(replaced(/ {2}SIGN_IN_ATTEMPTS_MS:.*\n/, '')(text)),
  // The update upgrades one dependency, adds one, drops one, and changes a script.
  'bff/package.json': (text) =>
    replaced(
      '"cookie": "2.0.2"',
      '"cookie": "2.0.1",\n    "left-pad": "1.3.0"',
    )(replaced(/ {4}"content-disposition".*\n/, '')(text)),
  'package.json': (text) =>
    replaced(
      '"format": "oxfmt"',
      '"format": "prettier"',
    )(replaced(/"version": ".*"/, '"version": "0.9.0"')(text)),
  'package-lock.json': replaced(/ {4}"node_modules\/cookie": \{[^]*?\n {4}\},\n/, ''),
  // The update changes, deletes and adds files that the product owns.
  'client/src/app/layout.css': (text) => `${text}\n.gone {\n  color: red;\n}\n`,
  'client/src/app/screens.ts': replaced(`title: 'Specification'`, `title: 'Points'`),
  'client/src/features/specification/points.ts': replaced('Any other constant', 'Any other number'),
  'bff/src/contract/states/README.md': absent,
  'bff/src/services/all.ts': absent,
  // The update gives up a folder in which a product has files.
  'nginx/product/http.conf': () => '# Earlier\n',
  'bff/UPGRADING.md': replaced(/## [^]*$/, ''),
};

/** Files of the product. */
const ownFiles = {
  'bff/src/contract/constants.ts': `import type { Limits } from '#platform/contract/platform-limits.ts';

export const BASE_PATH = '/web';

export const limits: Partial<Limits> = { BODY_BYTES: 2_000_000 };
`,
  'client/src/messages/en/platform/first-load.ts': `import { sessionMenu as platform } from '#platform/messages/first-load.ts';

export * from '#platform/messages/first-load.ts';
export const sessionMenu: typeof platform = { ...platform, signIn: 'Log in' };
`,
  'client/src/features/specification/similar.test.ts': `import { parseCookie } from 'cookie';
import Queue from 'yocto-queue';
import { expect, test } from 'vitest';

test('the product’s dependencies are installed', () => {
  expect(parseCookie('a=b')).toMatchObject({ a: 'b' });
  expect(new Queue().size).toBe(0);
});
`,
  'bff/src/services/all.ts': 'export const services = {};\n',
  'client/vite.config.ts': `import tailwindcss from '@tailwindcss/vite';
import type { UserConfig } from 'vite';
import { platformConfig } from './platform/build/config.ts';

export const productConfig = () =>
  ({ plugins: [tailwindcss()], resolve: { alias: {} } }) satisfies UserConfig;

export default platformConfig(productConfig);
`,
  'client/src/features/specification/tailwind.css': `@import 'tailwindcss/theme.css' layer(theme);
@import 'tailwindcss/utilities.css' layer(utilities);
@source inline('backdrop-sepia');
`,
  'nginx/src/server.conf': 'location = ${BASE_PATH}/help {\n  return 302 ${BASE_PATH}/;\n}\n',
  'docs/how to.md': 'Ask Ada.\n',
  'README.md': '# Notes\n',
};

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

let platform: string;
let product: string;
/** The product's commit before the update. */
let before: string;
/** The platform's commit with the content of `earlier`. */
let oldest: string;
/** The platform's commit with the current files. */
let newest: string;

const commit = (folder: string, message: string): string => {
  gitIn(folder, 'add', '--all');
  gitIn(folder, 'commit', '--quiet', '--message', message);
  return gitIn(folder, 'rev-parse', 'HEAD');
};
const update = (
  args: readonly string[] = ['platform/main', oldest],
  more: NodeJS.ProcessEnv = {},
  folder = product,
) => runIn(folder, 'node', ['.ci/update.ts', ...args], more);

/** Returns an environment in which the command `npm` is a shell script. */
async function withNpm(script: string): Promise<NodeJS.ProcessEnv> {
  const folder = await mkdtemp(join(tmpdir(), 'no-npm-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  write(join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  return { PATH: `${folder}${delimiter}${env['PATH']}` };
}

beforeAll(async () => {
  platform = await scratchCopy();
  gitIn(platform, 'init', '--quiet', '--initial-branch=main');
  const now = Object.keys(earlier).map((file) => {
    const path = join(platform, file);
    return [file, existsSync(path) ? read(path) : undefined] as const;
  });
  for (const [file, text] of now) {
    const then = earlier[file]?.(text ?? '');
    if (then === undefined) rmSync(join(platform, file));
    else write(join(platform, file), then);
  }
  chmodSync(join(platform, 'nginx/platform/start/serve.sh'), 0o644);
  oldest = commit(platform, 'Earlier');
  for (const [file, text] of now)
    if (text === undefined) rmSync(join(platform, file));
    else write(join(platform, file), text);
  chmodSync(join(platform, 'nginx/platform/start/serve.sh'), 0o755);
  newest = commit(platform, 'Now');
  gitIn(platform, 'checkout', '--quiet', '-b', 'paths');
  write(join(platform, 'loose'), 'The platform’s.\n');
  write(join(platform, '.env'), 'PORT=1\n');
  gitIn(platform, 'add', '--force', '.env');
  commit(platform, 'Paths');
  gitIn(platform, 'checkout', '--quiet', 'main', '-b', 'folders');
  rmSync(join(platform, 'nginx/platform/ingress/apache.conf'));
  write(join(platform, 'nginx/platform/ingress/apache.conf/site.conf'), '');
  commit(platform, 'A folder instead of a file');
  gitIn(platform, 'checkout', '--quiet', 'main', '-b', 'scripts');
  const guide = join(platform, 'bff/UPGRADING.md');
  write(guide, `${read(guide)}\n\u001B[2J\u001B]0;title\u0007\rAn escape.\n`);
  const scripts = join(platform, 'package.json');
  write(
    scripts,
    replaced('"scripts": {', '"scripts": {\n    "preinstall": "touch installed",')(read(scripts)),
  );
  write(join(platform, 'tools/package.json'), '{ "scripts": { "postinstall": "touch installed" } }\n');
  write(join(platform, 'tools/binding.gyp'), '{}\n');
  write(join(platform, '.npmrc'), `${read(join(platform, '.npmrc'))}script-shell=/bin/false\n`);
  commit(platform, 'Scripts');
  gitIn(platform, 'checkout', '--quiet', 'main');

  // Creates a product from the earlier version, and removes its record of the platform's commit.
  gitIn(platform, 'checkout', '--quiet', oldest);
  product = join(await mkdtemp(join(tmpdir(), 'product-')), 'notes');
  runIn(platform, 'node', ['.ci/new-product.mjs', product, 'Notes', 'Keeps notes']);
  gitIn(platform, 'checkout', '--quiet', 'main');
  gitIn(product, 'fetch', '--quiet', 'platform');
  const record = join(product, 'bff/package.json');
  write(record, replaced(/,\n {2}"platform": ".*"/, '')(read(record)));
  for (const [file, text] of Object.entries(ownFiles)) write(join(product, file), text);
  const client = join(product, 'client/package.json');
  write(
    client,
    replaced('"eventsource-parser":', '"cookie": "2.0.2",\n    "eventsource-parser":')(read(client)),
  );
  write(client, replaced(/("typebox": .*)/, '$1,\n    "yocto-queue": "^1.0.0"')(read(client)));
  const added = '$1\n    "@tailwindcss/vite": "^4.1.0",\n    "tailwindcss": "^4.1.0",';
  write(client, replaced(/("devDependencies": \{)/, added)(read(client)));
  const manifest = join(product, 'package.json');
  const knip = '"knip": { "ignoreDependencies": ["tailwindcss"] },\n  "engines"';
  write(manifest, replaced('"engines"', knip)(read(manifest)));
  const screen = join(product, 'client/src/features/specification/home-screen.tsx');
  write(screen, `import './tailwind.css';\n${read(screen)}`);
  // The product changes two platform files. The update changes only the second, `app.ts`.
  const dockerfile = join(product, 'Dockerfile');
  write(
    dockerfile,
    replaced('FROM ${NODE_IMAGE} AS bff\n', 'FROM ${NODE_IMAGE} AS bff\nENV TZ=UTC\n')(read(dockerfile)),
  );
  const app = join(product, 'bff/platform/app.ts');
  write(app, replaced('  return app;', "  app.decorate('notes', true);\n  return app;")(read(app)));
  const lock = join(product, 'package-lock.json');
  const own = `"node_modules/left-pad": { "version": "1.3.0" }, "node_modules/yocto-queue": { "version": "1.0.0" },`;
  write(lock, replaced('"node_modules/@', `${own} "node_modules/@`)(read(lock)));
  before = commit(product, 'The product');
});
afterEach(() => void gitIn(product, 'reset', '--hard', '--quiet'));
afterAll(async () => {
  for (const folder of [platform, dirname(product)]) await rm(folder, { recursive: true, force: true });
});

test.each<[what: string, args: string[], change: () => void, says: string[]]>([
  ['without a branch', [], () => {}, ['npm run update -- <remote>/<branch>']],
  [
    'of a product without a recorded platform commit',
    ['platform/main'],
    () => {},
    ['platform/main <commit>'],
  ],
  [
    'over uncommitted changes',
    ['platform/main', 'oldest'],
    () => write(join(product, 'bff/src/settings.ts'), 'export {};\n'),
    ['Commit or stash first', 'bff/src/settings.ts'],
  ],
])('`npm run update` %s fails, and leaves the product unchanged', (_, args, change, says) => {
  change();
  const state = () => [gitIn(product, 'rev-parse', 'HEAD'), gitIn(product, 'status', '--porcelain')];
  const unchanged = state();
  const { status, output } = update(args.map((arg) => (arg === 'oldest' ? oldest : arg)));
  expect([status, output]).toEqual([1, expect.stringContaining(says[0] ?? '')]);
  for (const text of says) expect(output).toContain(text);
  expect(state()).toEqual(unchanged);
  gitIn(product, 'reset', '--hard', '--quiet', before);
});

test.each([
  ['an untracked', 'loose'],
  ['an ignored', '.env'],
])('an update fails if it would overwrite %s file of the product', async (_, file) => {
  onTestFinished(() => void gitIn(product, 'clean', '-fdxq'));
  write(join(product, file), 'The product’s.\n');
  const status = gitIn(product, 'status', '--porcelain');
  const result = update(['platform/paths', oldest], await withNpm('exit 0'));
  expect(result).toEqual({ status: 1, output: expect.stringContaining('Nothing is changed.') });
  expect(result.output).toContain(`\t${file}\n`);
  expect(gitIn(product, 'status', '--porcelain')).toBe(status);
  expect(read(join(product, file))).toBe('The product’s.\n');
});

test('an update with changed scripts lists the scripts and stops before npm install; the output has no control characters', async () => {
  onTestFinished(() => void gitIn(product, 'reset', '--hard', '--quiet', before));
  const { status, output } = update(['platform/scripts', oldest], await withNpm('touch "$PWD/ran-npm"'));
  expect(status).toBe(1);
  expect(output).toContain(
    'Changed scripts:\n  .npmrc\n  package.json format: prettier → oxfmt\n  package.json preinstall: none → touch installed\n  tools/binding.gyp\n  tools/package.json postinstall: none → touch installed\n',
  );
  expect(output).toContain(
    'Read the changed scripts: npm install would run one. Then: git add --update && npm install && npm run format && git commit --all',
  );
  expect(output).toMatch(/^An escape\.$/m);
  // oxlint-disable-next-line no-control-regex -- expects none
  expect(output).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
  expect(existsSync(join(product, 'ran-npm'))).toBe(false);
  expect(gitIn(product, 'rev-parse', 'HEAD')).toBe(before);
});

test('an update with conflicts lists each conflict, with both paths of a renamed file, and stages files without a conflict', async () => {
  onTestFinished(() => void gitIn(product, 'reset', '--hard', '--quiet', before));
  const change = (file: string, text: string) => write(join(product, file), text);
  change('bff/platform/edge/settings.ts', '// Changed by both.\n');
  change('bff/platform/request-checks.ts', '// Changed by the product, moved by the platform.\n');
  change('client/platform/session/views/prose.css', '/* Changed by the product. */\n');
  change('nginx/product/own.conf', '# The product’s.\n');
  change('bff/platform/test/left.ts', '// From the platform’s tests.\n');
  gitIn(product, 'mv', 'bff/platform/contract/platform-limits.ts', 'bff/platform/contract/own-limits.ts');
  gitIn(product, 'rm', '--quiet', 'nginx/platform/conf/trust.conf');
  commit(product, 'Conflicting changes');
  const { status, output } = update(undefined, await withNpm('exit 1'));
  expect(status).toBe(1);
  const conflicts = [
    'bff/platform/contract/platform-limits.ts',
    'bff/platform/edge/settings.ts',
    'bff/platform/request-checks.ts',
    'client/platform/session/views/prose.css',
  ];
  expect(gitIn(product, 'diff', '--name-only', '--diff-filter=U').split('\n')).toEqual(conflicts);
  expect(output).toContain(`Conflicts:
  bff/platform/contract/platform-limits.ts (renamed to bff/platform/contract/own-limits.ts)
  bff/platform/edge/settings.ts
  bff/platform/request-checks.ts (deleted by the platform)
  client/platform/session/views/prose.css (deleted by the platform)
`);
  expect(output).toMatch(/Read by nothing any more.*\n {2}nginx\/product\/own.conf\n/);
  expect(output).toMatch(/Only in the platform’s own repository.*\n {2}bff\/platform\/test\/left.ts\n/);
  expect(output).toMatch(/Merged with your changes.*\n {2}bff\/platform\/app.ts\n/);
  expect(output).toMatch(
    /Changed only by you:\n(?: {2}.*\n)*? {2}Dockerfile\n(?: {2}.*\n)*? {2}nginx\/platform\/conf\/trust.conf\n/,
  );
  expect(read(join(product, 'bff/platform/edge/settings.ts'))).toContain('<<<<<<<');
  expect(gitIn(product, 'diff', '--cached', '--name-only')).toContain('nginx/platform/start/serve.sh');
  gitIn(product, 'add', '--all');
  gitIn(product, 'commit', '--quiet', '--no-edit');
  expect(gitIn(product, 'log', '-1', '--format=%s')).toBe(
    `Update the platform from ${oldest.slice(0, 12)} to ${newest.slice(0, 12)}`,
  );
});

test('after a conflict between a file and a folder, the printed undo command restores the product', async () => {
  onTestFinished(() => void gitIn(product, 'reset', '--hard', '--quiet', before));
  write(join(product, 'nginx/platform/ingress/apache.conf'), '# The product’s.\n');
  const own = commit(product, 'Own ingress');
  const { status, output } = update(['platform/folders', oldest], await withNpm('exit 1'));
  expect(status).toBe(1);
  const [, undo = ''] = /^To undo: (.*)$/m.exec(output) ?? [];
  expect(undo).toBe("git reset --hard && rm 'nginx/platform/ingress/apache.conf~HEAD'");
  expect(runIn(product, 'sh', ['-c', undo]).status).toBe(0);
  expect([gitIn(product, 'status', '--porcelain'), gitIn(product, 'rev-parse', 'HEAD')]).toEqual(['', own]);
});

test('an update changes nothing if npm install fails', async () => {
  const { status, output } = update(undefined, await withNpm('exit 1'));
  expect([status, output]).toEqual([1, expect.stringContaining('Nothing is changed')]);
  expect(gitIn(product, 'rev-parse', 'HEAD')).toBe(before);
  expect(gitIn(product, 'status', '--porcelain')).toBe('');
});

test('after an update, npm run check and npm test pass, and the product still has its own changes', async () => {
  const { status, output } = update();
  if (status !== 0) console.error(output);
  expect(status).toBe(0);
  const changed = (...args: string[]) =>
    gitIn(product, '-c', 'core.quotePath=false', 'diff', '--name-only', '--no-renames', ...args).split('\n');

  expect(gitIn(product, 'rev-parse', 'HEAD^')).toBe(before);
  expect(gitIn(product, 'status', '--porcelain')).toBe('');
  expect(changed(newest, 'HEAD').filter((file) => ownerOf(file) === 'platform')).toEqual([
    'Dockerfile',
    'bff/platform/app.ts',
    'docs/how to.md',
  ]);
  const app = replaced('  return app;', "  app.decorate('notes', true);\n  return app;");
  expect(read(join(product, 'bff/platform/app.ts'))).toBe(app(read(join(platform, 'bff/platform/app.ts'))));
  expect(output).toMatch(
    /Merged with your changes.*\n {2}bff\/platform\/app.ts\n\nChanged only by you:\n {2}Dockerfile\n/,
  );
  expect(changed(before, 'HEAD').filter((file) => ownerOf(file) === 'product')).toEqual([]);
  const [, keptByUs = ''] = /^Kept as you have them, .*:\n((?: {2}.*\n)*)/m.exec(output) ?? [];
  for (const file of ['app/layout.css', 'app/screens.ts', 'features/specification/points.ts'])
    expect(keptByUs).toContain(`  client/src/${file}\n`);
  expect(output).toContain(`git diff ${oldest.slice(0, 12)} ${newest.slice(0, 12)} -- <path>`);
  expect(changed(before, 'HEAD').filter((file) => ownerOf(file) === 'platform only')).toEqual([]);

  expect(JSON.parse(read(join(product, 'package.json')))).toMatchObject({ version: '0.9.0' });
  const manifest = JSON.parse(read(join(product, 'bff/package.json'))) as object;
  const ofPlatform = JSON.parse(gitIn(product, 'show', `${newest}:bff/package.json`)) as Readonly<
    Record<string, unknown>
  >;
  expect(manifest).toEqual({ ...productManifest('bff/package.json', ofPlatform), platform: newest });
  expect(read(join(product, 'client/package.json'))).toContain('"cookie": "2.0.2"');
  expect(existsSync(join(product, 'node_modules/left-pad'))).toBe(false);
  const { packages } = JSON.parse(read(join(product, 'package-lock.json'))) as Lock;
  expect(packages['node_modules/yocto-queue']?.version).toBe('1.0.0');
  const lock = JSON.parse(gitIn(product, 'show', `${newest}:package-lock.json`)) as Readonly<
    Record<string, unknown>
  >;
  const locked = productLock(lock) as unknown as Lock;
  const isPackage = (path: string) => path.includes('node_modules/');
  for (const path of Object.keys(locked.packages).filter(isPackage))
    expect([path, packages[path]?.version]).toEqual([path, locked.packages[path]?.version]);
  const [, section] = /^## (.*)$/m.exec(gitIn(product, 'show', `${newest}:bff/UPGRADING.md`)) ?? [];
  expect(output).toContain(`## ${section}`);

  expect(runIn(product, 'npm', ['run', 'build'])).toMatchObject({ status: 0 });
  const assets = join(product, 'client/dist/identity/assets');
  const styles = readdirSync(assets).filter((file) => file.endsWith('.css'));
  expect(styles.map((file) => read(join(assets, file))).join()).toContain('backdrop-sepia');

  const bff = await startBff({}, join(product, 'bff/platform/main.ts'));
  const response = await fetch(`http://127.0.0.1:${bff.port}/web/api/status`);
  await bff.stop();
  expect(await response.json()).toMatchObject({ name: 'Notes', platform: newest });
}, 600_000);

async function clonePlatform(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'clone-'));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  gitIn(clone, 'clone', '--quiet', platform, '.');
  return clone;
}

test('if a product has no UPGRADING.md, an update prints the platform’s whole UPGRADING.md; repeating a failed update prints it again', async () => {
  const file = join(platform, 'bff/UPGRADING.md');
  const guide = read(file);
  rmSync(file);
  commit(platform, 'No guide');
  const clone = await clonePlatform();
  write(file, guide);
  commit(platform, 'A guide');
  const npm = await withNpm('echo "npm $*"; test "$*" != "run check"');
  const heads = [1, 2].map(() => {
    const { status, output } = update(['origin/main'], npm, clone);
    expect(status).toBe(1);
    for (const [heading] of guide.matchAll(/^##? .*/gm)) expect(output).toContain(heading);
    expect(output).toMatch(/\nnpm run check\nnpm test\n$/);
    return gitIn(clone, 'rev-parse', 'HEAD');
  });
  expect(heads[1]).toBe(heads[0]);
});

test('the section “Where does X go?” of README.md names only files that the product owns', () => {
  const [, section = ''] = /## Where does X go\?([^]*?)\n## /.exec(read(join(root, 'README.md'))) ?? [];
  const paths = Array.from(section.matchAll(/`((?:bff|client|nginx)\/[^`]*)`/g), ([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => ownerOf(path) !== 'product')).toEqual([]);
});
