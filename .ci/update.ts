import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ownerOf, productLock, productManifest } from './ownership.mjs';

/**
 * `npm run update -- <remote>/<branch>`: merges a version of the platform into the product, as one commit, by the rules in `ownership.mjs`. To let
 * git merge the platform's files, the script cherry-picks a commit with the platform's changes.
 */
const root = resolve(import.meta.dirname, '..');
/** File whose `platform` field is the platform commit that the product is based on. `/web/api/status` also reports this commit. */
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
const pathsIn = (output: string): string[] => output.split('\0').filter(Boolean);

type Json = Readonly<Record<string, unknown>>;
const jsonAt = (commit: string, file: string) => JSON.parse(git('show', `${commit}:${file}`)) as Json;

/** A commit's entries by path: mode, type and hash, as `git ls-tree` prints them. */
type Files = ReadonlyMap<string, string>;

function filesOf(commit: string): Files {
  const lines = pathsIn(run('git', ['ls-tree', '-r', '-z', '--full-tree', commit]));
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(tab + 1), line.slice(0, tab)];
    }),
  );
}

function commitOrFail(name: string, message: string): string {
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root });
  if (found.status !== 0) throw new Error(message);
  return String(found.stdout).trim();
}

function baseOf(target: string, given?: string): string {
  const { platform } = jsonAt('HEAD', RECORD) as { readonly platform?: string };
  const common = spawnSync('git', ['merge-base', 'HEAD', target], { cwd: root });
  const base = given ?? platform ?? String(common.stdout).trim();
  if (base)
    return commitOrFail(
      base,
      `${target} does not have the commit ${base}, which the product is based on: push it there`,
    );
  throw new Error(
    `The platform commit that the product is based on is unknown. Pass it: npm run update -- ${target} <commit>`,
  );
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges JSON by key. Values that the product (`ours`) has changed stay. All others come from the platform (`theirs`). `kept` gets the keys that both
 * have changed.
 */
function mergedJson(base: unknown, ours: unknown, theirs: unknown, name: string, kept: string[]): unknown {
  if (isObject(ours) && isObject(theirs)) {
    const baseValues = isObject(base) ? base : {};
    const keys = Object.keys({ ...theirs, ...ours });
    const valueOf = (key: string) =>
      mergedJson(baseValues[key], ours[key], theirs[key], `${name} ${key}`, kept);
    const entries = keys.map((key) => [key, valueOf(key)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  const [baseText, ourText, theirText] = [base, ours, theirs].map((value) => JSON.stringify(value));
  if (ourText === baseText) return theirs;
  if (theirText !== baseText && theirText !== ourText) kept.push(name);
  return ours;
}

/** Returns the platform's lock file, plus the packages that only the product's has. `npm install` then prunes unused packages. */
function mergedLock(ours: Json, theirs: Json): Json {
  const [ourPackages, packages] = [ours['packages'] as Json, theirs['packages'] as Json];
  // Skips a package that is nested in one of the platform's packages: the platform's lock file already resolves their dependencies.
  const parentOf = (path: string) => /(.*node_modules\/.*)\/node_modules\//.exec(path)?.[1] ?? path;
  const added = Object.entries(ourPackages).filter(([path]) => !packages[path] && !packages[parentOf(path)]);
  return { ...theirs, packages: { ...packages, ...Object.fromEntries(added) } };
}

function commitOf(files: Files, message: string, ...parents: string[]): string {
  const index = { GIT_INDEX_FILE: resolve(root, git('rev-parse', '--git-path', 'index-of-update')) };
  run('git', ['read-tree', '--empty'], '', index);
  const lines = Array.from(files, ([path, entry]) => `${entry}\t${path}\0`).join('');
  run('git', ['update-index', '-z', '--index-info'], lines, index);
  const tree = run('git', ['write-tree'], '', index).trim();
  rmSync(index.GIT_INDEX_FILE);
  return git('commit-tree', tree, '-m', message, ...parents.flatMap((parent) => ['-p', parent]));
}

const blobOf = (json: unknown): string => {
  const text = `${JSON.stringify(json, null, 2)}\n`;
  return `100644 blob ${run('git', ['hash-object', '-w', '--stdin'], text).trim()}`;
};

/** Creates a commit with the platform's changes to platform files. Also lists the files that need the user's attention. */
function prepare(baseCommit: string, theirCommit: string) {
  const [base, ours, theirs] = [filesOf(baseCommit), filesOf('HEAD'), filesOf(theirCommit)];
  const [from, to] = [new Map(base), new Map(theirs)];
  const isDeletedFolder = (folder: string) =>
    [...base.keys()].some((path) => dirname(path) === folder) &&
    ![...ours.keys()].some((path) => dirname(path) === folder);
  const kept: string[] = [];
  /** Platform files that only the product has changed. */
  const unmerged: string[] = [];
  const changedByBoth: string[] = [];
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const owner = ownerOf(path);
    if (owner === 'manifest' || owner === 'lock') continue;
    const [baseEntry, ourEntry, theirEntry] = [base.get(path), ours.get(path), theirs.get(path)];
    if (owner !== 'platform') {
      for (const files of [from, to])
        if (ourEntry) files.set(path, ourEntry);
        else files.delete(path);
      if (owner === 'product' && baseEntry !== theirEntry && ourEntry !== theirEntry) kept.push(path);
      continue;
    }
    // If the product has deleted a folder, the update does not add new files to it.
    const isOwn = ourEntry !== baseEntry || (!baseEntry && isDeletedFolder(dirname(path)));
    if (!isOwn || ourEntry === theirEntry) continue;
    if (baseEntry === theirEntry) {
      if (baseEntry) unmerged.push(path);
    } else {
      changedByBoth.push(path);
    }
  }
  for (const path of MANIFESTS) {
    const ofPlatform = (commit: string) => productManifest(path, jsonAt(commit, path));
    const versions = [ofPlatform(baseCommit), jsonAt('HEAD', path), ofPlatform(theirCommit)] as const;
    // The product's version is its own, also while it still has the platform's first one.
    const { version } = versions[1];
    const manifest = { ...(mergedJson(...versions, path, kept) as Json), version };
    from.set(path, ours.get(path) ?? '');
    to.set(path, blobOf(path === RECORD ? { ...manifest, platform: theirCommit } : manifest));
  }
  from.set(LOCK, ours.get(LOCK) ?? blobOf({}));
  to.set(
    LOCK,
    blobOf(
      mergedLock(
        ours.has(LOCK) ? jsonAt('HEAD', LOCK) : { packages: {} },
        productLock(jsonAt(theirCommit, LOCK)),
      ),
    ),
  );
  const message = `Update the platform from ${baseCommit.slice(0, 12)} to ${theirCommit.slice(0, 12)}`;
  return {
    commit: commitOf(to, message, commitOf(from, 'Base of the update')),
    message,
    kept,
    unmerged,
    changedByBoth,
    unread: unreadFiles(base, ours, theirs),
    platformOnly: [...ours.keys()].filter((path) => ownerOf(path) === 'platform only'),
  };
}

/** Returns the product's files at paths that the platform has given up: a file or a whole folder that only the earlier version had. */
function unreadFiles(base: Files, ours: Files, theirs: Files): string[] {
  const foldersOf = (files: Files) => new Set(Array.from(files.keys(), dirname));
  const [before, after] = [foldersOf(base), foldersOf(theirs)];
  const isGivenUp = (path: string): boolean => {
    if (theirs.has(path)) return false;
    if (base.has(path)) return ownerOf(path) === 'product';
    return before.has(dirname(path)) && !after.has(dirname(path));
  };
  return [...ours.keys()].filter(isGivenUp);
}

/** Returns the lines added to UPGRADING.md since a commit, ignoring the alignment of tables. */
function guideSince(base: string, next: string): string {
  const linesAt = (commit: string) =>
    String(spawnSync('git', ['show', `${commit}:${GUIDE}`], { cwd: root }).stdout)
      .replaceAll(/ {2,}|-{3,}/g, ' ')
      .split('\n');
  const before = new Set(linesAt(base));
  const since = linesAt(next).filter((line) => !before.has(line));
  return printable(since.join('\n')) || 'nothing';
}

/** Maps the old name of each renamed file to `old (renamed to new)`. */
function renamesBetween(from: string, to: string): ReadonlyMap<string, string> {
  const fields = pathsIn(
    run('git', ['diff', '-z', '--name-status', '--find-renames', '--diff-filter=R', from, to]),
  );
  const pairs = fields.flatMap((_, at) =>
    at % 3 === 0 ? [[fields[at + 1] ?? '', fields[at + 2] ?? ''] as const] : [],
  );
  return new Map(pairs.flatMap(([before, after]) => [[before, `${before} (renamed to ${after})`]]));
}

/** Removes control characters: text from a commit could use them to overwrite the terminal. */
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- removes them
  stripVTControlCharacters(text).replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g, '');

/** Lists untracked files, including ignored ones, that the commit would overwrite. */
function filesInTheWay(commit: string): string[] {
  const tracked = filesOf('HEAD');
  const added = [...filesOf(commit).keys()].filter((path) => !tracked.has(path));
  const withFolders = added.flatMap((path) => {
    const folders = path.split('/').map((_, index, names) => names.slice(0, index).join('/'));
    return [path, ...folders.slice(1).filter((folder) => !isFolder(folder) && !tracked.has(folder))];
  });
  return [...new Set(withFolders)].filter((path) => entryAt(path));
}

/** Returns the stats of a path. Returns undefined if the path does not exist, or if one of its parents is a file. */
function entryAt(path: string) {
  try {
    return lstatSync(resolve(root, path));
  } catch {
    return undefined;
  }
}

const untracked = (): string[] => pathsIn(run('git', ['ls-files', '-z', '--others', '--exclude-standard']));

const removal = (path: string): string => `rm '${path.replaceAll("'", String.raw`'\''`)}'`;

const isFolder = (path: string): boolean => entryAt(path)?.isDirectory() ?? false;

/** Scripts that `npm install` runs. */
const INSTALL_SCRIPT = /^(?:pre|post)?(?:install|prepare|prepublish)$|^dependencies$/;
/** Other files that decide what `npm install` runs: npm's settings, and `binding.gyp`, for which npm runs node-gyp. */
const INSTALL_FILES = ['.npmrc', 'binding.gyp'];

interface Change {
  readonly line: string;
  readonly runsOnInstall: boolean;
}

/**
 * Lists changed scripts, such as `package.json format: prettier → oxfmt`, and changed `INSTALL_FILES`. Looks in all folders, because any folder can be
 * a workspace.
 */
function changedScripts(commit: string): Change[] {
  const [before, after] = [filesOf('HEAD'), filesOf(commit)];
  const changed = [...after.keys()].filter((file) => before.get(file) !== after.get(file));
  return changed.flatMap((file): Change[] => {
    const name = basename(file);
    if (INSTALL_FILES.includes(name)) return [{ line: file, runsOnInstall: true }];
    return name === 'package.json' ? changedIn(file, before.has(file), commit) : [];
  });
}

function changedIn(file: string, wasThere: boolean, commit: string): Change[] {
  const [before, after] = [wasThere ? scriptsOf('HEAD', file) : {}, scriptsOf(commit, file)];
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return changed.map((name) => ({
    line: `${file} ${name}: ${before[name] ?? 'none'} → ${after[name]}`,
    runsOnInstall: INSTALL_SCRIPT.test(name) || name === 'allowScripts',
  }));
}

function scriptsOf(commit: string, file: string): Readonly<Record<string, string>> {
  const { scripts, allowScripts } = jsonAt(commit, file) as {
    readonly scripts?: Readonly<Record<string, string>>;
    readonly allowScripts?: Json;
  };
  return { ...scripts, ...(allowScripts && { allowScripts: JSON.stringify(allowScripts) }) };
}

const npm = (...args: string[]): boolean =>
  spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status === 0;

const list = (title: string, paths: readonly string[]): void => {
  if (paths.length > 0) console.log(`\n${title}\n  ${paths.toSorted().map(printable).join('\n  ')}`);
};

/** Applies and commits the platform's changes. Returns false if the user must first resolve conflicts or read changed install scripts. */
function apply(base: string, next: string): boolean {
  const renames = new Map([...renamesBetween(base, 'HEAD'), ...renamesBetween(base, next)]);
  const { commit, message, kept, unmerged, changedByBoth, unread, platformOnly } = prepare(base, next);
  const theirs = filesOf(next);
  const inTheWay = filesInTheWay(commit);
  if (inTheWay.length > 0)
    throw new Error(
      `Nothing is changed. The update would overwrite files that git does not track; move them first:\n${inTheWay.map((path) => `\t${printable(path)}\n`).join('')}`,
    );
  const before = untracked();
  // Disables rename detection, which could move the product's own files.
  const options = ['--no-commit', '--strategy=recursive', '--strategy-option=no-renames'];
  const picked = spawnSync('git', ['cherry-pick', ...options, commit], { cwd: root, encoding: 'utf8' });
  const conflicts = pathsIn(run('git', ['diff', '-z', '--name-only', '--diff-filter=U']));
  if (picked.status !== 0 && conflicts.length === 0) throw new Error(`Nothing is changed. ${picked.stderr}`);
  // Also removes the untracked files that the cherry-pick has created: git writes `name~HEAD` if a new folder has the name of a file.
  const undo = [
    'git reset --hard',
    ...untracked()
      .filter((path) => !before.includes(path))
      .map(removal),
  ];
  console.log(`\nChange by hand (${GUIDE}):\n${guideSince(base, next)}`);
  const scripts = changedScripts(commit);
  list(
    'Changed scripts:',
    scripts.map(({ line }) => line),
  );
  list(
    'Conflicts:',
    conflicts.map(
      (path) => renames.get(path) ?? (theirs.has(path) ? path : `${path} (deleted by the platform)`),
    ),
  );
  list(
    'Merged with your changes, please review:',
    changedByBoth.filter((path) => !conflicts.includes(path)),
  );
  list('Changed only by you:', unmerged);
  list('Read by nothing any more; move their contents as UPGRADING.md says, or delete them:', unread);
  list('Only in the platform’s own repository; delete them:', platformOnly);
  list('Kept as you have them, although the platform changed them:', kept);
  if (kept.length > 0)
    console.log(
      `To see what the platform changed there: git diff ${base.slice(0, 12)} ${next.slice(0, 12)} -- <path>`,
    );
  const todo = [
    ...(conflicts.length > 0 ? ['Resolve the conflicts.'] : []),
    ...(scripts.some(({ runsOnInstall }) => runsOnInstall)
      ? ['Read the changed scripts: npm install would run one.']
      : []),
  ];
  if (todo.length > 0) {
    console.log(
      `\nNothing is committed yet. ${todo.join(' ')} Then: git add --update && npm install && npm run format && git commit --all\nTo undo: ${undo.join(' && ')}`,
    );
    return false;
  }
  try {
    if (!npm('install')) throw new Error('npm install failed. Nothing is changed.');
    npm('run', '--silent', 'format', '--', ...MANIFESTS);
    git('commit', '--quiet', '--no-verify', '--all', '--message', message);
  } catch (error) {
    git('reset', '--hard', '--quiet');
    throw error;
  }
  console.log('\nThe update is committed. To undo: git reset --hard HEAD^');
  return true;
}

function update(target = '', given?: string): void {
  const [remote, branch] = target.split('/');
  if (!remote || !branch) throw new Error('npm run update -- <remote>/<branch>, such as platform/main');
  const uncommitted = git('status', '--porcelain', '--untracked-files=no');
  if (uncommitted)
    throw new Error(
      `Commit or stash first, or undo an interrupted update (git reset --hard):\n${uncommitted}`,
    );
  git('fetch', '--quiet', remote);
  const next = commitOrFail(target, `${target} is not a branch of ${remote}`);
  if (jsonAt('HEAD', RECORD)['platform'] === next) {
    // The update is already committed. Prints the guide again, and repeats the checks below, which may have failed.
    const committed = git('log', '-1', '--format=%H', `-S${next}`, '--', RECORD);
    console.log(`\nChange by hand (${GUIDE}):\n${guideSince(`${committed}^`, next)}`);
  } else if (!apply(baseOf(target, given), next)) {
    process.exitCode = 1;
    return;
  }
  const passed = [npm('run', 'check'), npm('test')];
  if (passed.includes(false)) process.exitCode = 1;
}

try {
  const [, , target, given] = process.argv;
  update(target, given);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
