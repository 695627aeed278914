import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Calls } from '@web/bff/platform/contract/call';
import { onTestFinished } from 'vitest';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { startServer, type Respond } from '#platform/testing/start-server.ts';

/** Starts nginx in front of a fake BFF. Stops both when the test ends. */
export async function startWithFakeBff(
  respond: Respond = (_request, response) => response.end('{}'),
  env: Record<string, string> = {},
  calls?: Calls,
  options: Pick<Parameters<typeof startNginx>[0], 'diskSize' | 'product'> = {},
) {
  const received: IncomingMessage[] = [];
  /** Connections to the BFF, in the order in which they opened. */
  const connections: Socket[] = [];
  const bff = await startServer((request, response) => {
    received.push(request);
    respond(request, response);
  });
  bff.server.on('connection', (socket) => connections.push(socket));
  const nginx = await startNginx({ bffPort: bff.port, env, ...(calls && { calls }), ...options });
  onTestFinished(async () => {
    await nginx.stop();
    await bff.stop();
  });
  return {
    ...nginx,
    received,
    connections,
    request: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`http://127.0.0.1:${nginx.port}/web${path}`, { method, headers }),
    /** Sends raw bytes, and returns all output until nginx closes the connection. */
    send: async (bytes: string): Promise<string> => {
      const socket = connect(nginx.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(Buffer.from(bytes, 'latin1'));
      return text(socket);
    },
  };
}
