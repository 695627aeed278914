import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from '@web/bff/test/processes';

export interface Counter extends Running {
  readonly port: number;
  /** How often each path was posted. */
  readonly counts: Map<string, number>;
}

/** An upstream service that counts each POST. */
export async function startCounter(): Promise<Counter> {
  const counts = new Map<string, number>();
  const server = createServer(({ url = '' }, reply) => {
    counts.set(url, (counts.get(url) ?? 0) + 1);
    reply.end();
  }).listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    stop: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
