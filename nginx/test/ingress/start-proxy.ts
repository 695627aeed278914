import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Authority } from './certificate-authority.ts';
import { proxies, type Kind, type Place, type Proxy } from './proxies.ts';
import { freePort, root, start, waitUntilStarted, type Running } from '@web/bff/test/processes';

interface Options {
  readonly upstreamPort: number;
  /** Where the second application of the origin answers. */
  readonly otherPort?: number;
  /** None: plain HTTP, which nginx alone does here. */
  readonly authority?: Authority;
  /** A fault planted into one of its files: what stands there, and what shall. */
  readonly fault?: readonly [from: string | RegExp, to: string];
}

export interface Ingress extends Running {
  readonly port: number;
}

/** Somebody else's ingress, as Debian packages it, with the very files of `nginx/ingress/`. */
export async function startProxy(proxy: Proxy, kind: Kind, options: Options): Promise<Ingress> {
  const { upstreamPort, otherPort = 9, authority, fault } = options;
  const folder = await mkdtemp(join(tmpdir(), `ingress-${proxy}-`));
  const [port, betweenPort] = [await freePort(), await freePort()];
  const place: Place = { folder, port, betweenPort, upstreamPort, otherPort, authority };
  const running: ReturnType<typeof start>[] = [];
  const stop = async () => {
    for (const one of running.toReversed()) await one.stop();
    await rm(folder, { recursive: true });
  };
  let planted = fault === undefined;
  for (const part of proxies[proxy]) {
    const example = part.example(kind);
    let text = await readFile(join(root, 'nginx/ingress', example), 'utf8');
    for (const [from, to] of part.changes(place)) text = replaced(example, text, from, to);
    const faulty = fault ? text.replace(...fault) : text;
    planted ||= faulty !== text;
    const file = join(folder, example);
    await writeFile(file, part.within?.(faulty, place) ?? faulty);
    const [program, ...args] = part.command(file, place, faulty);
    running.push(start(program, args, part.env?.(place)));
  }
  try {
    const last = running.at(-1);
    if (!last || !planted) throw new Error(`nothing in ${proxy} to plant ${String(fault?.[0])} in`);
    await waitUntilStarted(last, `${authority ? 'https' : 'http'}://localhost:${port}/web/`);
  } catch (cause) {
    const said = running.map((one) => one.output()).join('\n');
    await stop();
    throw new Error(`${proxy} said: ${said}`, { cause });
  }
  return { port, stop };
}

/** The nginx of `nginx/ingress/` by plain HTTP, for what a browser does without trusting anybody. */
export const startIngress = (kind: Kind, upstreamPort: number): Promise<Ingress> =>
  startProxy('nginx', kind, { upstreamPort });

function replaced(example: string, text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`no longer in nginx/ingress/${example}: ${from}`);
  return text.replaceAll(from, to);
}
