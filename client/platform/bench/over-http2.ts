import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@web/bff/platform/testing/processes';

/** Starts Caddy in front of these servers, with HTTP/2 and TLS as at an ingress. Returns the HTTPS origin of each server by name, and `stop`. */
export async function overHttp2<Name extends string>(origins: Readonly<Record<Name, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const names = Object.keys(origins) as Name[];
  const secure = {} as Record<Name, string>;
  for (const name of names) secure[name] = `https://localhost:${await freePort()}`;
  const sites = names.map((name) => `${secure[name]} {\n tls internal\n reverse_proxy ${origins[name]}\n}`);
  const options = `{\n admin off\n skip_install_trust\n auto_https disable_redirects\n storage file_system ${folder}\n}`;
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', '-'], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  caddy.stdin.end([options, ...sites].join('\n'));
  let log = '';
  caddy.stderr.on('data', (text) => (log += String(text)));
  while (!log.includes('serving initial configuration')) {
    if (caddy.exitCode !== null) throw new Error(`caddy failed:\n${log}`);
    await sleep(100);
  }
  return {
    origins: secure,
    stop: async () => {
      caddy.kill();
      await once(caddy, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
