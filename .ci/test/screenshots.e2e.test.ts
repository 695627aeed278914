import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { committing, startProduct } from './start-product.ts';

test('npm run screenshots lists the pages of a product’s tests that differ since a commit', async () => {
  const folder = await startProduct();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const runIn = (program: string, ...args: string[]) =>
    run(program, args, {
      cwd: folder,
      env: { ...committing, npm_config_prefer_offline: 'true' },
      maxBuffer: 1 << 26,
    });
  const styles = join(folder, 'client/src/app/layout.css');
  await writeFile(
    styles,
    `${await readFile(styles, 'utf8')}\nmain { border-inline-start: 9px solid red; }\n`,
  );
  const { stdout } = await runIn('npm', 'run', 'screenshots', '--', 'HEAD');
  const pictures = await readdir(join(folder, 'screenshots/after'));
  expect(pictures.filter((name) => name.startsWith('the-home-screen-lists'))).toHaveLength(2);
  for (const name of pictures) expect(stdout).toContain(`differs: ${name}\n`);
  const status = await runIn('git', 'status', '--porcelain');
  expect(status.stdout).toBe(' M client/src/app/layout.css\n');
  await runIn('git', 'checkout', '--quiet', '.');
  expect((await runIn('npm', 'run', 'screenshots', '--', 'HEAD')).stdout).toContain('no picture differs');
  expect((await runIn('git', 'worktree', 'list')).stdout.trim().split('\n')).toHaveLength(1);
}, 600_000);
