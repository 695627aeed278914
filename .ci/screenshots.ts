import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run screenshots`: writes a picture of each page that the client's end-to-end tests open with `productPage`, as it is when its test ends, 320 and
 * 1280 px wide, into `screenshots/after/`. `npm run screenshots -- <commit>` also writes those of an earlier commit into `screenshots/before/`, and
 * lists the pictures that differ: after an update, `npm run screenshots -- HEAD^`.
 */
const root = resolve(import.meta.dirname, '..');
const pictures = (name: string) => join(root, 'screenshots', name);

function run(cwd: string, program: string, args: readonly string[], env = {}): void {
  const { status } = spawnSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}

function take(project: string, name: string): void {
  rmSync(pictures(name), { recursive: true, force: true });
  run(project, 'npm', ['run', '--silent', 'build']);
  run(project, 'npm', ['run', 'test:e2e', '-w', 'client'], { SCREENSHOTS: pictures(name) });
}

/** Checks a commit out into a temporary folder, and installs its packages there. */
function takeOf(commit: string): void {
  const project = mkdtempSync(join(tmpdir(), 'screenshots-'));
  try {
    run(root, 'git', ['worktree', 'add', '--quiet', '--detach', '--force', project, commit]);
    run(project, 'npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund']);
    take(project, 'before');
  } finally {
    rmSync(project, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune'], { cwd: root });
  }
}

function differences(): string[] {
  const [before, after] = ['before', 'after'].map((name) => new Set(readdirSync(pictures(name)))) as [
    Set<string>,
    Set<string>,
  ];
  const bytes = (name: string, file: string) => readFileSync(join(pictures(name), file));
  return [...new Set([...before, ...after])].flatMap((file) => {
    if (!after.has(file)) return `gone: ${file}`;
    if (!before.has(file)) return `new: ${file}`;
    return bytes('before', file).equals(bytes('after', file)) ? [] : `differs: ${file}`;
  });
}

try {
  const [, , commit] = process.argv;
  if (commit !== undefined) takeOf(commit);
  take(root, 'after');
  if (commit !== undefined) {
    const found = differences();
    console.log([`\nBefore and after, in ${join(root, 'screenshots')}:`, ...found].join('\n  '));
    if (found.length === 0) console.log('  no picture differs');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
