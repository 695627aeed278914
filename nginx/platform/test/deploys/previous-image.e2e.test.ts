import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root, run } from '@web/bff/platform/testing/processes';

const NAME = 'web-e2e-previous';
const docker = async (...args: string[]) => (await run('docker', args, { cwd: root })).stdout.trim();

test('an image built with PREVIOUS_IMAGE also contains the assets of the previous image', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'previous-'));
  const [before, image] = [`${NAME}:before`, `${NAME}:after`];
  onTestFinished(async () => {
    await rm(folder, { recursive: true });
    await docker('image', 'rm', '--force', before, image);
  });
  const asset = join(folder, 'srv/client/identity/assets/index-12345678.js');
  await mkdir(dirname(asset), { recursive: true });
  await writeFile(asset, 'export {};');
  await writeFile(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY srv /srv\n');
  await docker('build', '--quiet', '--tag', before, folder);
  const previous = ['--build-arg', `PREVIOUS_IMAGE=${before}`];
  await docker('build', '--quiet', '--target', 'nginx', '--tag', image, ...previous, root);
  const files = await docker('run', '--rm', '--entrypoint', 'ls', image, '/srv/client/identity/assets');
  expect(files.split('\n')).toContain('index-12345678.js');
  expect(files.split('\n').length).toBeGreaterThan(3);
});
