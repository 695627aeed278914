import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Authority } from './certificate-authority.ts';
import { proxies, type Kind, type Placement, type Proxy } from './proxies.ts';
import { freePort, root, start, waitUntilStarted, type Running } from '@web/bff/test/processes';

/** A text of the example and its replacement, in which `$folder` is the proxy's own folder. */
export type Edit = readonly [from: string | RegExp, to: string];

export interface ProxyOptions {
  readonly upstreamPort: number;
  /** Where the second application of the origin listens. */
  readonly otherPort?: number;
  /** Without it, plain HTTP; only nginx does that here. */
  readonly authority?: Authority | undefined;
  /** Misconfigurations; each must change a file. */
  readonly edits?: readonly Edit[];
  /** Whether the proxy leads to the application, or only its port opens. */
  readonly isReachable?: boolean;
}

export interface Ingress extends Running {
  readonly port: number;
}

/** Starts a proxy of Debian's packages with the files of `nginx/ingress/`. */
export async function startProxy(proxy: Proxy, kind: Kind, options: ProxyOptions): Promise<Ingress> {
  const { upstreamPort, otherPort = 9, authority, edits = [], isReachable = true } = options;
  const folder = await mkdtemp(join(tmpdir(), `ingress-${proxy}-`));
  // The proxy's workers run as another user.
  await chmod(folder, 0o755);
  const [port, betweenPort] = [await freePort(), await freePort()];
  const placement: Placement = { folder, port, betweenPort, upstreamPort, otherPort, authority };
  const running: ReturnType<typeof start>[] = [];
  const stop = async () => {
    for (const process of running.toReversed()) await process.stop();
    await rm(folder, { recursive: true });
  };
  const unused = new Set(edits);
  for (const part of proxies[proxy]) {
    const example = part.example(kind);
    let text = await readFile(join(root, 'nginx/ingress', example), 'utf8');
    for (const edit of edits) {
      const edited = text.replaceAll(
        typeof edit[0] === 'string' ? edit[0] : new RegExp(edit[0], 'g'),
        () => edit[1],
      );
      if (edited !== text) unused.delete(edit);
      text = edited.replaceAll('$folder', folder);
    }
    for (const [from, to] of part.changes(placement)) {
      if (!text.includes(from)) throw new Error(`no longer in nginx/ingress/${example}: ${from}`);
      text = text.replaceAll(from, to);
    }
    const file = join(folder, example);
    await writeFile(file, part.wrap?.(text, placement) ?? text);
    const [program, ...args] = part.command(file, placement, text);
    running.push(start(program, args, part.env?.(placement)));
  }
  try {
    const last = running.at(-1);
    if (!last || unused.size > 0) throw new Error(`no longer in ${proxy}: ${[...unused].join(' and ')}`);
    const url = `${authority ? 'https' : 'http'}://localhost:${port}/web/`;
    await (isReachable ? waitUntilStarted(last, url) : waitUntilListening(port));
  } catch (cause) {
    const output = running.map((process) => process.output()).join('\n');
    await stop();
    throw new Error(`${proxy} did not start: ${output}`, { cause });
  }
  return { port, stop };
}

async function waitUntilListening(port: number): Promise<void> {
  for (const until = Date.now() + 15_000; ; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    } finally {
      socket.destroy();
    }
  }
}
