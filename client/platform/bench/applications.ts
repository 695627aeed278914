import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { buildTestScreens } from '#platform/test/screens/build-test-screens.ts';
import { writeTrees } from '#platform/build/assets/precompress.ts';
import { inFront } from './in-front.ts';

/** Maps files, relative to `client/platform/test/`, to the product files that they replace. */
export const productWith = (placeholders: 'placeholders' | 'no-placeholders') => ({
  [`../bench/product/app/${placeholders}.tsx`]: 'client/src/app/placeholders.tsx',
  '../bench/product/app/screens.ts': 'client/src/app/screens.ts',
  '../bench/product/app/first-paint.ts': 'client/src/app/first-paint.ts',
  '../bench/product/app/layout.tsx': 'client/src/app/layout.tsx',
  '../bench/product/app/contract-calls.ts': 'bff/src/contract/calls/all.ts',
});

/** Builds and starts three applications with the same two screens: on this platform, without and with placeholders, and in plain Vite. */
export async function openApplications() {
  await using started = new AsyncDisposableStack();
  const open = async ({ folder, main }: Awaited<ReturnType<typeof buildTestScreens>>) => {
    started.defer(() => rm(folder, { recursive: true }));
    const bff = await startBff({}, main);
    started.defer(bff.stop);
    return { folder, origin: started.use(await inFront(bff.port)).origin };
  };
  const ours = await open(await buildTestScreens(productWith('no-placeholders')));
  const withPlaceholders = await open(await buildTestScreens(productWith('placeholders')));
  const plain = await open(await buildPlain(ours.folder));
  const opened = started.move();
  return { ours, withPlaceholders, plain, stop: () => opened.disposeAsync() };
}

/** Builds the screens with plain Vite and react-router-dom. Copies the BFF of `ours` to serve them. */
async function buildPlain(ours: string) {
  const folder = await mkdtemp(join(tmpdir(), 'plain-'));
  const dist = join(folder, 'client/dist');
  await cp(join(ours, 'bff'), join(folder, 'bff'), { recursive: true });
  const args = ['build', join(import.meta.dirname, 'product/plain'), '--base=/web/', '--logLevel=error'];
  // Vitest's NODE_ENV would select React's development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  await run('vite', [...args, `--outDir=${join(dist, 'identity')}`], { env });
  await writeTrees(dist, { screens: ['', 'articles/[^/]+'], inline: { script: [], style: [] } });
  return { folder, main: join(folder, 'bff/dist-test/main.js') };
}
