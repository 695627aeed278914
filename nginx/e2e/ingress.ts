import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, root, start, started, type Running } from './processes.ts';

/** Somebody else's ingress: Debian's nginx with the very file of `nginx/ingress/`, its two addresses replaced. */
export async function startIngress(
  kind: 'preserving' | 'stripping',
  upstreamPort: number,
): Promise<Running & { port: number }> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'ingress-'));
  const example = await readFile(join(root, `nginx/ingress/nginx-${kind}.conf`), 'utf8');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
     http { access_log off; ${temporary.join(' ')}
     ${example.replace('127.0.0.1:8080', `127.0.0.1:${upstreamPort}`).replace('127.0.0.1:80;', `127.0.0.1:${port};`)} }`,
  );
  const child = start('nginx', ['-c', join(folder, 'nginx.conf')]);
  await started(child, `http://127.0.0.1:${port}/web/`);
  return {
    port,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true });
    },
  };
}
