import { mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@web/bff/platform/testing/processes';
import { linkPackages, scratchCopy } from '@web/bff/platform/test/scratch-copy';

const author = { name: 'Ada', email: 'ada@example.org' };

/** Environment in which git can commit, without the variables that Vitest sets. */
const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...inherited } = process.env;
export const committing: NodeJS.ProcessEnv = {
  ...inherited,
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_COMMITTER_NAME: author.name,
  GIT_COMMITTER_EMAIL: author.email,
};

/** Creates a product with `new-product.mjs`, and links the installed packages. Returns the product's folder, which the caller removes. */
export async function startProduct(): Promise<string> {
  const platform = await scratchCopy();
  const folder = await mkdtemp(join(tmpdir(), 'product-'));
  // `new-product` expects that the folder does not exist.
  await rmdir(folder);
  const runIn = (program: string, ...args: string[]) =>
    run(program, args, { cwd: platform, env: committing });
  try {
    await runIn('git', 'init', '--quiet', '--initial-branch=main');
    await runIn('git', 'add', '--all');
    await runIn('git', 'commit', '--quiet', '--message', 'The platform');
    await runIn('node', '.ci/new-product.mjs', folder, 'Notes', 'Keeps the notes of a team');
  } finally {
    await rm(platform, { recursive: true, force: true });
  }
  await linkPackages(folder);
  return folder;
}

/** Runs a command without the variables that Vitest sets. If it fails, its output is in the error. */
export async function runIn(cwd: string, command: string): Promise<string> {
  const [program = '', ...args] = command.split(' ');
  try {
    return (await run(program, args, { cwd, env: committing, maxBuffer: 1 << 26 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command}: ${stdout}${stderr}`, { cause: error });
  }
}

export async function moveTo(folder: string, base: string): Promise<void> {
  const constants = join(folder, 'bff/src/contract/constants.ts');
  const text = await readFile(constants, 'utf8');
  await writeFile(constants, text.replace(/BASE_PATH = '.*'/, `BASE_PATH = '${base}'`));
}
