import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isHome } from './homes.ts';

/*
 * `npm run update -- <remote>/<branch>`: takes the platform's version there, as one commit. Files are taken or left whole, never merged by
 * text: what the product has not changed since its commit of the platform gets the new version, a home that it has changed or deleted stays.
 */
const root = resolve(import.meta.dirname, '..');
/** Its field `platform` names the commit of the platform that the product stands on; `/web/api/status` tells it. */
const RECORD = 'bff/package.json';
const GUIDE = 'bff/UPGRADING.md';
const LOCK = 'package-lock.json';
const MANIFESTS = ['package.json', RECORD, 'client/package.json', 'nginx/package.json'];

const run = (program: string, args: readonly string[], input = '', env = {}): string =>
  execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
const git = (...args: string[]): string => run('git', args).trim();

type Json = Readonly<Record<string, unknown>>;
const jsonAt = (commit: string, file: string) => JSON.parse(git('show', `${commit}:${file}`)) as Json;

/** The files of a commit: by path, mode and hash as `git ls-tree` prints them. */
function filesOf(commit: string): ReadonlyMap<string, string> {
  const lines = run('git', ['ls-tree', '-r', '-z', '--full-tree', commit]).split('\0').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(tab + 1), line.slice(0, tab)];
    }),
  );
}

function baseOf(target: string, told?: string): string {
  const { platform } = jsonAt('HEAD', RECORD) as { readonly platform?: string };
  const common = spawnSync('git', ['merge-base', 'HEAD', target], { cwd: root });
  const base = told ?? platform ?? String(common.stdout).trim();
  if (base) return git('rev-parse', '--verify', `${base}^{commit}`);
  throw new Error(
    `Nothing says which commit of the platform this product stands on: npm run update -- ${target} <commit>`,
  );
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stays = (what: string) => console.log(`stays as the product has it: ${what}`);

/** By key: what the product has changed stays, anything else is the platform's. */
function merged(was: unknown, is: unknown, will: unknown, name: string): unknown {
  if (isObject(is) && isObject(will)) {
    const before = isObject(was) ? was : {};
    const keys = Object.keys({ ...will, ...is });
    const valueOf = (key: string) => merged(before[key], is[key], will[key], `${name} ${key}`);
    const entries = keys.map((key) => [key, valueOf(key)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  const [before, now, next] = [was, is, will].map((value) => JSON.stringify(value));
  if (now === before) return will;
  if (next !== before && next !== now) stays(name);
  return is;
}

/** The platform's lock file, with the packages that only the product has locked. `npm install` prunes those that nothing needs. */
function mergedLock(is: Json, will: Json): Json {
  const [own, packages] = [is['packages'] as Json, will['packages'] as Json];
  // The platform's lock file also decides which packages lie within its own.
  const parentOf = (path: string) => /(.*node_modules\/.*)\/node_modules\//.exec(path)?.[1] ?? path;
  const kept = Object.entries(own).filter(([path]) => !packages[path] && !packages[parentOf(path)]);
  return { ...will, packages: { ...packages, ...Object.fromEntries(kept) } };
}

const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'));

/** Returns the platform's paths that a file of the product blocks: one of the same path, one above it, or one within it. */
function collisionsOf(platform: readonly string[], product: readonly string[]): string[] {
  const files = new Set(product);
  const within = new Map(product.flatMap((file) => foldersOf(file).map((folder) => [folder, file])));
  return platform.flatMap((path) => {
    const other = [path, ...foldersOf(path)].find((file) => files.has(file)) ?? within.get(path);
    return other ? `${path} (the product has ${other})` : [];
  });
}

/** The tree of the product's next version. Throws if it has changed what is not its own. */
function nextTree(base: string, next: string): string {
  const before = filesOf(base);
  const product = filesOf('HEAD');
  const platform = filesOf(next);
  const isDeleted = (folder: string) =>
    [...before.keys()].some((path) => dirname(path) === folder) &&
    ![...product.keys()].some((path) => dirname(path) === folder);
  const lines: string[] = [];
  const outside: string[] = [];
  const written: string[] = [];
  // Includes ignored files, which git overwrites silently.
  const untracked = run('git', ['ls-files', '--others', '-z']).split('\0').filter(Boolean);
  const kept = untracked.map((path) => path.replace(/\/$/, ''));
  for (const path of new Set([...before.keys(), ...product.keys(), ...platform.keys()])) {
    const [was, is, will] = [before.get(path), product.get(path), platform.get(path)];
    if (MANIFESTS.includes(path) || path === LOCK) continue;
    // A new file for a home that the product has deleted as a whole stays away, too.
    const isOwn = is === was ? !was && isDeleted(dirname(path)) : is !== will;
    if (isHome(path) && isOwn) {
      if (is) kept.push(path);
      if (was !== will) stays(path);
      continue;
    }
    if (will) written.push(path);
    if (is === was) {
      lines.push(`${will ?? `0 ${'0'.repeat(next.length)}`}\t${path}`);
    } else if (is !== will) {
      (was ? outside : kept).push(path);
    }
  }
  const collisions = collisionsOf(written, kept);
  if (collisions.length > 0)
    throw new Error(
      `The platform needs these paths. Move your files (git mv, or mv if untracked), commit, and run the update again:\n` +
        `  ${collisions.toSorted().join('\n  ')}`,
    );
  if (outside.length > 0)
    throw new Error(
      `These files are the platform's, and differ from ${base}. Move the changes to the homes (README.md), and take each back, by\n` +
        `git restore --source=${base} --staged --worktree -- <file>\n  ${outside.toSorted().join('\n  ')}`,
    );
  const add = (path: string, json: Json) => {
    const hash = run('git', ['hash-object', '-w', '--stdin'], `${JSON.stringify(json, null, 2)}\n`).trim();
    lines.push(`100644 ${hash}\t${path}`);
  };
  for (const path of MANIFESTS) {
    const manifest = merged(jsonAt(base, path), jsonAt('HEAD', path), jsonAt(next, path), path) as Json;
    add(path, path === RECORD ? { ...manifest, platform: next } : manifest);
  }
  add(LOCK, mergedLock(product.has(LOCK) ? jsonAt('HEAD', LOCK) : { packages: {} }, jsonAt(next, LOCK)));
  const index = { GIT_INDEX_FILE: resolve(root, git('rev-parse', '--git-path', 'index-of-update')) };
  run('git', ['read-tree', 'HEAD'], '', index);
  run('git', ['update-index', '-z', '--index-info'], lines.map((line) => `${line}\0`).join(''), index);
  const tree = run('git', ['write-tree'], '', index).trim();
  rmSync(index.GIT_INDEX_FILE);
  return tree;
}

/** Empty for a commit without the guide. */
const guideAt = (commit: string): string =>
  String(spawnSync('git', ['show', `${commit}:${GUIDE}`], { cwd: root }).stdout);

/** What a product changes by hand: the lines of the guide since the commit, however its tables are aligned. */
function guideSince(base: string, next: string): string {
  const linesAt = (commit: string) =>
    guideAt(commit)
      .replaceAll(/ {2,}|-{3,}/g, ' ')
      .split('\n');
  const before = new Set(linesAt(base));
  const since = linesAt(next).filter((line) => !before.has(line));
  return since.join('\n') || 'nothing';
}

const npm = (...args: string[]): boolean =>
  spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status === 0;

function update(target = '', told?: string): void {
  const [remote, branch] = target.split('/');
  if (!remote || !branch) throw new Error('npm run update -- <remote>/<branch>, such as platform/main');
  const uncommitted = git('status', '--porcelain', '--untracked-files=no');
  if (uncommitted)
    throw new Error(
      `Commit or stash first, or end an interrupted update by git reset --hard:\n${uncommitted}`,
    );
  git('fetch', '--quiet', remote);
  const next = git('rev-parse', '--verify', `${target}^{commit}`);
  const isNew = jsonAt('HEAD', RECORD)['platform'] !== next;
  // Run again, after its check has failed, an update starts at the parent of its commit.
  const base = isNew
    ? baseOf(target, told)
    : `${git('log', '-1', '--format=%H', `-S${next}`, '--', RECORD)}^`;
  const guide = guideSince(base, next);
  if (isNew) {
    // Changes nothing if it would overwrite a file that git does not know.
    git('read-tree', '-m', '-u', 'HEAD', nextTree(base, next));
    try {
      if (!npm('install')) throw new Error('npm install has failed: nothing is changed.');
      npm('run', '--silent', 'format', '--', ...MANIFESTS);
      const message = `Platform ${base.slice(0, 12)} to ${next.slice(0, 12)}`;
      git('commit', '--quiet', '--no-verify', '--all', '--message', message);
    } catch (error) {
      git('reset', '--hard', '--quiet');
      throw error;
    }
  }
  console.log(`\nThe update is committed. To change by hand (${GUIDE}):\n${guide}\n`);
  const passed = [npm('run', 'check'), npm('test')];
  if (passed.includes(false)) process.exitCode = 1;
}

try {
  const [, , target, told] = process.argv;
  update(target, told);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
