import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readClientManifest } from '@web/bff/platform/edge/client-manifest';
import { root } from '@web/bff/platform/testing/processes';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { startNginx } from '#platform/testing/start-nginx.ts';

test('a product of 600 screens with long paths starts, and each screen has its document', async () => {
  const project = await scratchCopy();
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  await chmod(project, 0o755);
  const dist = join(project, 'client/dist');
  await cp(join(root, 'client/dist'), dist, { recursive: true });
  const screens = Array.from(
    { length: 600 },
    (_, index) => `administration/departments/[^/]+/reports/${index}`,
  );
  const manifest = { ...readClientManifest(dist), screens };
  await writeFile(join(dist, 'client-manifest.json'), JSON.stringify(manifest));
  const nginx = await startNginx({ bffPort: 9, project });
  onTestFinished(nginx.stop);
  const statusOf = async (index: number) => {
    const path = `/web/administration/departments/7/reports/${index}`;
    return (await fetch(`http://127.0.0.1:${nginx.port}${path}`)).status;
  };
  expect(await Promise.all([0, 1, 299, 598, 599, 600].map(statusOf))).toEqual([200, 200, 200, 200, 200, 404]);
});

test('a configuration that nginx refuses fails the start with nginx’s words', async () => {
  const product = { 'server.conf': 'no_such_directive on;' };
  await expect(startNginx({ bffPort: 9, product })).rejects.toThrow(/unknown directive "no_such_directive"/);
});
