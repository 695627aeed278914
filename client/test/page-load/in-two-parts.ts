import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Long enough that a loaded machine has painted meanwhile. */
const PAUSE_MS = 2_000;

/** A slow connection to a server: the document arrives in two parts, and the first, before its script, is painted. Returns its origin. */
export async function inTwoParts(origin: string): Promise<string> {
  const passOn = async ({ url, method = 'GET' }: IncomingMessage, reply: ServerResponse) => {
    const got = await fetch(`${origin}${url}`, { method });
    const body = await got.text();
    const fields = ['content-type', 'content-security-policy'] as const;
    for (const name of fields) reply.setHeader(name, got.headers.get(name) ?? '');
    const script = Math.max(body.indexOf('<script>'), 0);
    reply.write(body.slice(0, script));
    if (script > 0) await sleep(PAUSE_MS);
    reply.end(body.slice(script));
  };
  const server = createServer((request, reply) => void passOn(request, reply)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
