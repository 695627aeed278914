import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startBff } from '@web/bff/test/start-bff';
import { freePort, type Running, run, start, waitUntilStarted } from '@web/bff/test/processes';
import { scratchCopy } from '@web/bff/test/scratch-copy';
import { writeTrees } from '../../vite/assets/precompress.ts';
import { production } from '../build-copy.ts';
import type { Cookie } from './visits.ts';

const HERE = import.meta.dirname;

/** An application with the two screens of the product, served at this origin beneath `/web/`. */
export interface ProductApplication {
  readonly name: string;
  readonly origin: string;
  /** The cookies of a visitor who has signed in. */
  readonly signIn?: () => Promise<readonly Cookie[]>;
}

export interface ProductApplications {
  readonly ours: ProductApplication;
  readonly withPlaceholders: ProductApplication;
  readonly plain: ProductApplication;
  /** Empty unless asked for: Next has to be installed. */
  readonly next: readonly ProductApplication[];
  readonly stop: () => Promise<void>;
}

/** Builds and opens the same two screens on this foundation, with and without placeholders of their own, and in plain Vite. */
export async function openProductApplications({ withNext = false } = {}): Promise<ProductApplications> {
  const folders: string[] = [];
  const servers: Running[] = [];
  const stop = async () => {
    for (const server of servers) await server.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  const open = async (name: string, build: () => Promise<string>): Promise<ProductApplication> => {
    const folder = await build();
    folders.push(folder);
    const server = await startBff({}, join(folder, 'bff/dist/main.js'));
    servers.push(server);
    return { name, origin: `http://127.0.0.1:${server.port}` };
  };
  try {
    const ours = await open('ours', () => buildOurs(false));
    const withPlaceholders = await open('ours, with placeholders', () => buildOurs(true));
    const plain = await open('plain', () => buildPlain(folders[0] ?? ''));
    const next: ProductApplication[] = [];
    for (const kind of withNext ? (['client', 'server'] as const) : []) {
      const folder = await buildNext(kind, plain.origin);
      folders.push(folder);
      const port = await freePort();
      const env = { API: plain.origin, NODE_ENV: 'production' };
      const server = start(join(folder, 'node_modules/.bin/next'), ['start', '-p', `${port}`], env, folder);
      servers.push(server);
      await waitUntilStarted(server, `http://127.0.0.1:${port}/web/`);
      next.push({ name: `Next, fetched by the ${kind}`, origin: `http://127.0.0.1:${port}` });
    }
    return { ours, withPlaceholders, plain, next, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A copy of this project with the product of the benches, and what is laid over it, in the place of whatever product is filled in. */
export async function productCopy(...overlays: readonly string[]): Promise<string> {
  const folder = await scratchCopy();
  for (const source of ['ours', ...overlays]) await cp(join(HERE, source), folder, { recursive: true });
  for (const file of ['parts.tsx', 'product.css', 'frame.tsx', 'frame.css'])
    await cp(join(HERE, file), join(folder, 'client/src/features/articles', file));
  return folder;
}

async function buildOurs(withPlaceholders: boolean): Promise<string> {
  const folder = await productCopy();
  const app = join(folder, 'client/src/app');
  if (withPlaceholders)
    await rename(join(app, 'placeholders-with-responses.tsx'), join(app, 'placeholders.tsx'));
  await run(process.execPath, ['client/vite/build.ts'], { cwd: folder, env: production });
  return folder;
}

/** The same screens in plain Vite and react-router-dom, behind the BFF of the first application. */
async function buildPlain(first: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plain-'));
  const dist = join(folder, 'client/dist');
  for (const file of ['bff/dist', 'bff/package.json'])
    await cp(join(first, file), join(folder, file), { recursive: true });
  const args = ['build', join(HERE, 'plain'), '--base=/web/', '--emptyOutDir', '--logLevel=error'];
  await run('vite', [...args, `--outDir=${join(dist, 'identity')}`], { env: production });
  // Its screens: `/` and `/articles/:slug`.
  await writeTrees(dist, { screens: '^(?:|articles/[^/]+)$', inline: { script: [], style: [] } });
  return folder;
}

/** The same screens in Next's App Router, which fetch in the browser or on the server. The bench alone installs Next. */
async function buildNext(kind: 'client' | 'server', api: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'next-'));
  const source = join(HERE, 'next');
  for (const name of ['package.json', 'next.config.mjs', 'app'])
    await cp(join(source, name), join(folder, name), { recursive: true });
  const app = join(folder, 'app');
  await mkdir(join(app, 'styles'));
  const styles = ['../../src/ui/styles/tokens.css', '../../src/ui/styles/base.css', 'frame.css'];
  for (const file of [...styles, 'product.css'])
    await cp(join(HERE, file), join(app, 'styles', basename(file)));
  await cp(join(source, kind, 'list.jsx'), join(app, 'page.jsx'));
  await cp(join(source, kind, 'detail.jsx'), join(app, 'articles/[slug]/page.jsx'));
  const env = { ...production, API: api, NEXT_TELEMETRY_DISABLED: '1' };
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, env });
  await run(join(folder, 'node_modules/.bin/next'), ['build'], { cwd: folder, env });
  return folder;
}
