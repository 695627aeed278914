import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Long enough that a loaded machine has painted meanwhile. */
const PAUSE_MS = 2_000;
/** What no longer holds when the body is decompressed and sent in parts. */
const OF_THE_BODY = ['content-encoding', 'content-length', 'transfer-encoding', 'connection'];

/** A slow connection to a server: the document arrives in two parts, and the first, before its script, is painted. Returns its origin. */
export async function inTwoParts(origin: string): Promise<string> {
  const server = createServer(({ url, method }, reply) => {
    fetch(`${origin}${url}`, { method: method ?? 'GET' })
      .then((got) => send(got, reply))
      .catch((error: Error) => reply.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function send(got: Response, reply: ServerResponse): Promise<void> {
  const fields = [...got.headers].filter(([name]) => !OF_THE_BODY.includes(name));
  const body = await got.text();
  reply.writeHead(got.status, Object.fromEntries(fields));
  const script = body.indexOf('<script>');
  if (script > 0) {
    reply.write(body.slice(0, script));
    await sleep(PAUSE_MS);
  }
  reply.end(body.slice(Math.max(script, 0)));
}
