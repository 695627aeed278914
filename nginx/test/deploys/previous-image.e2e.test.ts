import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root, run } from '@web/bff/test/processes';

const NAME = 'web-e2e-previous';
const docker = async (...args: string[]) => (await run('docker', args, { cwd: root })).stdout.trim();

test('an image that is built with PREVIOUS_IMAGE has the assets of that one, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'previous-'));
  const asset = 'srv/client/identity/assets/index-12345678.js';
  await mkdir(join(folder, dirname(asset)), { recursive: true });
  await writeFile(join(folder, asset), 'export {};');
  await writeFile(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY srv /srv\n');
  onTestFinished(async () => {
    await rm(folder, { recursive: true });
    await docker('image', 'rm', '--force', `${NAME}:before`, `${NAME}:nginx`, `${NAME}:bff`);
  });
  await docker('build', '--quiet', '--tag', `${NAME}:before`, folder);
  const places = { nginx: '/srv/client', bff: '/app/client/dist' };
  for (const [target, place] of Object.entries(places)) {
    const image = `${NAME}:${target}`;
    await docker(
      ...['build', '--quiet', '--target', target, '--tag', image],
      ...['--build-arg', `PREVIOUS_IMAGE=${NAME}:before`, root],
    );
    const files = await docker('run', '--rm', '--entrypoint', 'ls', image, `${place}/identity/assets`);
    expect(files.split('\n')).toContain('index-12345678.js');
    expect(files.split('\n').length).toBeGreaterThan(3);
  }
});
