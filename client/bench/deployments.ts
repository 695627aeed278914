import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTrees } from '../vite/assets/precompress.ts';
import { type RunningBff, startBff } from '@web/bff/test/start-bff';
import { root, run } from '@web/bff/test/processes';
import { production } from './build-copy.ts';

export interface Deployment {
  /** The folder of the built client, precompressed. */
  readonly dist: string;
  readonly open: () => Promise<RunningBff>;
  readonly remove: () => Promise<void>;
}

/** The built application, copied to a folder of its own, so that a build meanwhile does not change it. */
export const deployOurs = (): Promise<Deployment> =>
  deploy((dist) => cp(join(root, 'client/dist'), dist, { recursive: true, preserveTimestamps: true }));

/** The base: the same screen in plain Vite and react-router-dom, behind the same server. */
export const deployBase = (): Promise<Deployment> =>
  deploy(async (dist) => {
    const args = ['build', join(import.meta.dirname, 'base'), '--base=/web/', '--emptyOutDir'];
    await run('vite', [...args, '--logLevel=error', `--outDir=${join(dist, 'identity')}`], {
      env: production,
    });
    await writeTrees(dist, { screens: '^$', inline: { script: [], style: [] } });
  });

async function deploy(client: (dist: string) => Promise<void>): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  const dist = join(folder, 'client/dist');
  const bff = join(folder, 'bff/dist/main.js');
  await mkdir(dist, { recursive: true });
  await cp(join(root, 'bff/dist/main.js'), bff);
  await cp(join(root, 'bff/package.json'), join(folder, 'bff/package.json'));
  await client(dist);
  return {
    dist,
    open: () => startBff({}, bff),
    remove: () => rm(folder, { recursive: true }),
  };
}
