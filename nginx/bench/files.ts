import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '../test/stack/compose.ts';
import { waitForStatus, freePort, run } from '@web/bff/test/processes';
import { interleaved, load, report } from '@web/bff/bench/measure';

const bareConfiguration = `
pid /tmp/nginx.pid;
events {}
http {
  client_body_temp_path /tmp/b; proxy_temp_path /tmp/p; fastcgi_temp_path /tmp/f; uwsgi_temp_path /tmp/u; scgi_temp_path /tmp/s;
  access_log off;
  sendfile on;
  include /etc/nginx/mime.types;
  server { listen 8080; root /srv/client/br; }
}
`;

const ROUNDS = 9;

/** Compares files through this nginx with a bare nginx. Each figure is minimum, median and maximum. */
export async function benchFiles(rounds = ROUNDS): Promise<void> {
  const stack = await startStack({ name: 'web-bench', subnet: '172.30.92.0/24', testCalls: false });
  const folder = await mkdtemp(join(tmpdir(), 'bare-nginx-'));
  await writeFile(join(folder, 'nginx.conf'), bareConfiguration);
  const port = await freePort();
  const name = 'web-bench-bare';
  const options = ['--detach', '--rm', '--name', name, '--publish', `${port}:8080`, '--entrypoint', 'nginx'];
  const volume = ['--volume', `${folder}/nginx.conf:/etc/nginx/nginx.conf:ro`];
  await run('docker', ['run', ...options, ...volume, 'web-bench-nginx', '-g', 'daemon off;']);
  try {
    await waitForStatus(`http://127.0.0.1:${port}/index.html`);
    const shell = await fetch(`http://127.0.0.1:${stack.port}/web/`);
    const asset = /\/web\/(assets\/[^"]+\.js)/.exec(await shell.text())?.[1] ?? '';
    const ours = await pidsOf('web-bench-nginx-1');
    const theirs = await pidsOf(name);
    for (const [what, path, file] of [
      ['the shell', '', 'index.html'],
      ['an asset', asset, asset],
    ]) {
      const [ofOurs, ofTheirs] = await interleaved(
        rounds,
        () =>
          load(`http://127.0.0.1:${stack.port}/web/${path}`, 4000, () => ours, { 'accept-encoding': 'br' }),
        () => load(`http://127.0.0.1:${port}/${file}`, 4000, () => theirs),
      );
      console.log(
        `\nGET of ${what} through nginx, access log on, over a bare nginx with the same bytes and no log`,
      );
      report(ofOurs, ofTheirs);
    }
  } finally {
    await run('docker', ['rm', '--force', name]);
    await stack.stop();
    await rm(folder, { recursive: true });
  }
}

async function pidsOf(container: string): Promise<number[]> {
  const { stdout } = await run('docker', ['top', container, '-eo', 'pid,comm']);
  return stdout
    .split('\n')
    .flatMap((line) => (/^\s*(\d+)\s+nginx/.exec(line)?.[1] ? [Number.parseInt(line, 10)] : []));
}
