import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '@web/bff/test/processes';

/** Long enough that a loaded machine has painted meanwhile. */
const PAUSE_MS = 2_000;

/** A slow connection to a server: the document arrives in two parts, and the first, before its script, is painted. */
export async function inTwoParts(origin: string): Promise<Running & { readonly origin: string }> {
  const { port } = new URL(origin);
  const server = createServer((requested, answer) => {
    const { url = '/', method, headers } = requested;
    const options = { port, path: url, method, headers: { ...headers, 'accept-encoding': 'identity' } };
    const passOn = request(options, (got) => {
      send(got, answer).catch((error: Error) => answer.destroy(error));
    });
    requested.pipe(passOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function send(got: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = await buffer(got);
  answer.writeHead(got.statusCode ?? 502, got.headers);
  const at = body.indexOf('<script>');
  if (at > 0) {
    answer.write(body.subarray(0, at));
    await sleep(PAUSE_MS);
  }
  answer.end(at > 0 ? body.subarray(at) : body);
}
