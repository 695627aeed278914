import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from '@web/bff/platform/testing/processes';

export type Respond = (...exchange: Parameters<RequestListener>) => void;

export interface RunningServer extends Running {
  readonly port: number;
  readonly server: Server;
}

/** `stop` also closes open connections. */
export async function startServer(respond: Respond, host = '127.0.0.1'): Promise<RunningServer> {
  const server = createServer(respond).listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    server,
    stop: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
