import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '#platform/testing/processes.ts';

/** Copies the project to a temporary folder, and links the installed packages. */
export async function scratchCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scratch-'));
  const { stdout } = await run(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: root },
  );
  const existing = stdout
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  for (const file of existing) await cp(join(root, file), join(folder, file));
  await linkPackages(folder);
  return folder;
}

const workspaces = ['bff', 'client', 'nginx'];

/** Folders of a copy of the example, by the folders that they come from. */
export const exampleFolders = workspaces.flatMap((name) => [
  [`${name}/example`, `${name}/src`] as const,
  [`${name}/platform`, `${name}/platform`] as const,
]);

/** Replaces `src/` in a copy of the project, or in a product, by the example. */
export async function fillInExample(folder: string): Promise<void> {
  for (const name of workspaces) {
    const product = join(folder, name, 'src');
    await rm(product, { recursive: true });
    await cp(join(root, name, 'example'), product, { recursive: true });
    // Only for the files in their own place.
    await rm(join(product, 'tsconfig.json'), { force: true });
  }
}

/** Copies the project to a temporary folder, with the example product instead of `src/`, and links the installed packages. */
export async function exampleCopy(): Promise<string> {
  const folder = await scratchCopy();
  await fillInExample(folder);
  for (const name of workspaces) await rm(join(folder, name, 'example'), { recursive: true });
  return folder;
}

/** Links the installed packages into a copy of the project, and `@web/*` to the copy's own workspaces. */
export async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@web'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@web') await symlink(join(root, 'node_modules', name), join(packages, name));
  }
  for (const name of workspaces) await symlink(join(folder, name), join(packages, '@web', name));
}

/** Replaces a watched file atomically. `writeFile` would first empty the file, and Vite ignores a second change within 50 ms. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
