import { chmod, cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Calls } from '@web/bff/platform/contract/call';
import { callLocations, largestBodyBytes } from '#platform/start/call-locations.ts';
import { shellFile } from '#platform/start/settings.ts';
import { renderConfig } from './render-config.ts';
import {
  freePort,
  root,
  run,
  start,
  waitUntilStarted,
  type Running,
} from '@web/bff/platform/testing/processes';

interface Options {
  readonly bffPort: number;
  readonly env?: Record<string, string>;
  /** Defaults to a free port. */
  readonly port?: number;
  /** A copy of the project with its own build. Defaults to the project. */
  readonly project?: string;
  /** Defaults to the calls of the project's contract. */
  readonly calls?: Calls;
  /** Size of each of the two folders for buffers, such as `1m`. Unlimited by default. */
  readonly diskSize?: string;
  /** Replaces files of `nginx/src/`: maps their names to their contents. */
  readonly product?: Readonly<Record<string, string>>;
}

/** Returns edits that adapt the configuration to Debian's older nginx, and to the ports and paths of a test. */
const changes = (options: Options, port: number, managementPort: number): [from: string, to: string][] => [
  [' resolve max_fails', ' max_fails'],
  ['keepalive_min_timeout 0s;', ''],
  ['listen 8080 default_server reuseport;', `listen 127.0.0.1:${port};`],
  ['listen 9001;', `listen 127.0.0.1:${managementPort};`],
  ['worker_processes auto;', 'worker_processes 1; daemon off;'],
  // Node's pipe is a socket, which nginx cannot open.
  ['access_log /dev/stdout json buffer=32k flush=1s;', 'access_log /tmp/nginx/access.log json;'],
  ['/srv/client/', `${options.project ?? root}/client/dist/`],
];

/** Starts nginx. With `diskSize`, its buffers are on small disks in a mount namespace of its own, which needs root. */
function startIn(folder: string, diskSize?: string) {
  const args = ['-c', join(folder, 'nginx.conf')];
  if (diskSize === undefined) return start('nginx', args);
  const mounts = ['client-body', 'proxy'].map(
    (name) => `mkdir ${folder}/${name}; mount -t tmpfs -o size=${diskSize},mode=777 tmpfs ${folder}/${name}`,
  );
  const script = [...mounts, `exec nginx ${args.join(' ')}`].join('; ');
  return start('unshare', ['--mount', 'sh', '-euc', script]);
}

export interface RunningNginx extends Running {
  readonly port: number;
  readonly managementPort: number;
  readonly pid: number;
  readonly logs: () => Promise<string>;
  readonly accessLog: string;
  /** Contains the rendered configuration and the buffers. */
  readonly folder: string;
}

/** Starts Debian's nginx with the files of `nginx/platform/conf/`, rendered by `render-config.sh`, without Docker. */
export async function startNginx(options: Options): Promise<RunningNginx> {
  const { bffPort, env = {}, project = root, calls, product = {} } = options;
  const [port, managementPort] = [options.port ?? (await freePort()), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'rendered-'));
  const conf = join(folder, 'conf');
  await cp(join(root, 'nginx/platform/conf'), conf, { recursive: true });
  await cp(join(root, 'nginx/src'), join(conf, 'product'), { recursive: true });
  for (const [name, text] of Object.entries(product)) await writeFile(join(conf, 'product', name), text);
  for (const read of project === root ? [folder] : [folder, project]) await chmod(read, 0o755);
  const { stdout } = await run('node', ['nginx/platform/start/build-env.ts'], { cwd: project });
  const overrides = shellFile(
    calls ? { CALL_LOCATIONS: callLocations(calls), LARGEST_BODY_BYTES: largestBodyBytes(calls) } : {},
  );
  await writeFile(join(conf, 'build.env'), stdout + overrides);
  const addresses = { BFF_ADDRESS: `127.0.0.1:${bffPort}`, BFF_MANAGEMENT_ADDRESS: '127.0.0.1:9' };
  await renderConfig(conf, folder, { ...process.env, ...addresses, ...env });
  const changed = changes(options, port, managementPort);
  const unused = new Set(changed.map(([from]) => from));
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.conf'))) {
    let text = await readFile(join(folder, name), 'utf8');
    for (const [from, to] of changed) {
      if (text.includes(from)) unused.delete(from);
      text = text.replaceAll(from, to);
    }
    await writeFile(join(folder, name), text.replaceAll(/\/tmp\/nginx|\/var\/cache\/nginx/g, folder));
  }
  for (const name of await readdir(join(folder, 'product'))) {
    const file = join(folder, 'product', name);
    // Debian's nginx knows no `resolve`, and would not start if it could not resolve the name.
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replaceAll(/server \S+ resolve\b/g, 'server 127.0.0.1:9'),
    );
  }
  if (unused.size > 0) throw new Error(`no longer in nginx/platform/conf: ${[...unused].join(', ')}`);
  await rename(join(folder, 'serving.conf'), join(folder, 'state.conf'));
  const child = startIn(folder, options.diskSize);
  let errorLog = '';
  child.stderr?.on('data', (data) => (errorLog += data));
  await waitUntilStarted(child, `http://127.0.0.1:${managementPort}/livez`);
  return {
    port,
    managementPort,
    pid: child.pid ?? 0,
    accessLog: join(folder, 'access.log'),
    folder,
    logs: async () => (await readFile(join(folder, 'access.log'), 'utf8')) + errorLog,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true });
    },
  };
}
