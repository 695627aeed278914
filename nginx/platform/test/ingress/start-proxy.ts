import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Authority } from '@web/bff/platform/test/certificate-authority';
import { proxies, type Kind, type Proxy, type ProxyProgram } from './proxies.ts';
import { freePort, root, start, waitUntilStarted, type Running } from '@web/bff/platform/testing/processes';

/** Replaces text of the example. `$folder` is the proxy's own folder. */
export type Edit = readonly [from: string | RegExp, to: string];

export interface ProxyOptions {
  readonly upstreamPort: number;
  /** Certificate authority. Optional only for nginx, which then uses plain HTTP. */
  readonly authority?: Authority;
  /** Edits of the proxy's example configuration. `startProxy` rejects if one of them changes nothing. */
  readonly edits?: readonly Edit[];
  /** False if the proxy cannot reach the application. `startProxy` then waits only for the proxy's port. */
  readonly isReachable?: boolean;
}

export interface Ingress extends Running {
  readonly port: number;
}

/** Starts Debian's package of a proxy with the proxy's example in `nginx/platform/ingress/`. */
export async function startProxy(proxy: Proxy, kind: Kind, options: ProxyOptions): Promise<Ingress> {
  const { upstreamPort, authority, edits = [], isReachable = true } = options;
  const { example, strips, wrap, command, env }: ProxyProgram = proxies[proxy];
  let text = await readFile(join(root, 'nginx/platform/ingress', example), 'utf8');
  for (const [from, to] of [...(kind === 'stripping' ? strips : []), ...edits]) {
    const edited = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), () => to);
    if (edited === text) throw new Error(`no longer in nginx/platform/ingress/${example}: ${String(from)}`);
    text = edited;
  }
  const folder = await mkdtemp(join(tmpdir(), `ingress-${proxy}-`));
  // The proxy's workers run as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  text = text
    .replaceAll('$folder', folder)
    .replaceAll(/\b8080\b/g, String(upstreamPort))
    .replaceAll(/\b443\b/g, String(port));
  text = authority
    ? text.replaceAll(/\/etc\/\w+\/web\.(?:pem|key)/g, authority.certificate)
    : text.replaceAll(/ssl_certificate\w* .*;| ssl http2(?=;)/g, '');
  const file = join(folder, example);
  await writeFile(file, wrap?.(text, { folder, port }) ?? text);
  const [program = '', ...args] = command(file);
  const running = start(program, args, env?.(folder));
  const stop = async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  };
  try {
    const url = `${authority ? 'https' : 'http'}://localhost:${port}/web/`;
    await (isReachable ? waitUntilStarted(running, url) : waitUntilListening(port));
  } catch (cause) {
    await stop();
    throw new Error(`${proxy} did not start: ${running.output()}`, { cause });
  }
  return { port, stop };
}

const waitUntilListening = (port: number) =>
  vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()));
        socket.on('error', reject);
      }),
    15_000,
  );
