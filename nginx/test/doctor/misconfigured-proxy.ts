import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { examine } from '../../conformance/doctor/run-checks.ts';
import type { FindingId } from '../../conformance/doctor/findings.ts';
import { openTarget } from '../../conformance/target.ts';
import type { Ingress } from '../ingress/start-proxy.ts';
import type { Authority } from '../ingress/certificate-authority.ts';
import { proxies, type Kind, type Place } from '../ingress/proxies.ts';
import { freePort, root, start } from '@web/bff/test/processes';

/** What stands in the right configuration, and what shall stand there; `$folder` is the proxy's own. */
export type Edit = readonly [from: string | RegExp, to: string];

export interface Wrong {
  readonly proxy: 'nginx' | 'haproxy' | 'caddy' | 'apache';
  readonly kind: Kind;
  readonly edits: readonly Edit[];
  readonly upstreamPort: number;
  /** None: plain HTTP. */
  readonly authority: Authority | undefined;
}

/** Longer than what stands in front waits where it gives up too soon. */
const SLOW_MS = 2_500;

/** What the doctor finds at an origin. */
export async function findingsAt(origin: string): Promise<FindingId[]> {
  const examined = await examine(openTarget(`${origin}/web`), undefined, SLOW_MS);
  return examined.flatMap(({ finding }) => finding?.id ?? []);
}

/** What it finds behind such a proxy. By plain HTTP it asks an address that browsers do not take for this machine's own. */
export async function findingsBehind(wrong: Wrong): Promise<FindingId[]> {
  const { port, stop } = await startWrong(wrong);
  try {
    return await findingsAt(wrong.authority ? `https://localhost:${port}` : `http://0.0.0.0:${port}`);
  } finally {
    await stop();
  }
}

/** A proxy that is configured wrongly need not lead to the application: only its port is waited for. */
async function startWrong({ proxy, kind, edits, upstreamPort, authority }: Wrong): Promise<Ingress> {
  const folder = await mkdtemp(join(tmpdir(), `doctor-${proxy}-`));
  // The workers of a proxy are somebody else.
  await chmod(folder, 0o755);
  const [port, betweenPort] = [await freePort(), await freePort()];
  const place: Place = { folder, port, betweenPort, upstreamPort, otherPort: 9, authority };
  const [part] = proxies[proxy];
  const example = part.example(kind);
  let text = await readFile(join(root, 'nginx/ingress', example), 'utf8');
  for (const [from, to] of [...edits, ...part.changes(place)]) {
    const changed = text.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, () => to);
    if (changed === text) throw new Error(`no longer in nginx/ingress/${example}: ${String(from)}`);
    text = changed.replaceAll('$folder', folder);
  }
  const file = join(folder, example);
  await writeFile(file, part.within?.(text, place) ?? text);
  const [program, ...args] = part.command(file, place, text);
  const running = start(program, args, part.env?.(place));
  const stop = async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  };
  try {
    await listening(port);
  } catch (cause) {
    await stop();
    throw new Error(`${proxy} said: ${running.output()}`, { cause });
  }
  return { port, stop };
}

async function listening(port: number): Promise<void> {
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
