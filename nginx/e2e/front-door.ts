import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, root, run, start, started, type Running } from './processes.ts';

/** What stands otherwise than in the image: Debian's nginx is older, runs beside others, and has one worker. */
const changes = (port: number, managementPort: number): [string, string][] => [
  [' resolve max_fails', ' max_fails'],
  ['http2 on;', ''],
  ['listen 8080 default_server reuseport;', `listen 127.0.0.1:${port};`],
  ['listen 9001;', `listen 127.0.0.1:${managementPort};`],
  ['worker_processes auto;', 'worker_processes 1; daemon off;'],
  // Node gives it a socket, which cannot be opened by name.
  ['access_log /dev/stdout', 'access_log /dev/null'],
  ['/srv/client/', `${root}/client/dist/`],
];

/** The front door with the very files of `nginx/conf/`, filled in by its script, on Debian's nginx and without Docker. */
export async function startFrontDoor(bffPort: number): Promise<Running & { port: number }> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'front-door-'));
  const conf = join(folder, 'conf');
  await cp(join(root, 'nginx/conf'), conf, { recursive: true });
  await writeFile(join(conf, 'facts.env'), (await run('node', ['nginx/facts.ts'], { cwd: root })).stdout);
  const script = await readFile(join(root, 'nginx/front-door.sh'), 'utf8');
  const here = script.replace('/etc/nginx/front-door', conf).replace('/tmp/nginx', folder);
  await run('sh', ['-c', here], { env: { ...process.env, BFF_ADDRESS: `127.0.0.1:${bffPort}` } });
  const written = (await readdir(folder)).filter((name) => name.endsWith('.conf'));
  const unused = new Set(changes(port, managementPort).map(([from]) => from));
  await Promise.all(
    written.map(async (name) => {
      let text = (await readFile(join(folder, name), 'utf8')).replaceAll('/tmp/nginx', folder);
      for (const [from, to] of changes(port, managementPort)) {
        if (text.includes(from)) unused.delete(from);
        text = text.replaceAll(from, to);
      }
      await writeFile(join(folder, name), text);
    }),
  );
  if (unused.size > 0) throw new Error(`no longer in nginx/conf: ${[...unused].join(', ')}`);
  const child = start('nginx', ['-c', join(folder, 'nginx.conf')]);
  await started(child, `http://127.0.0.1:${managementPort}/livez`);
  return {
    port,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true });
    },
  };
}
