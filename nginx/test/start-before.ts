import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { startNginx } from './start-nginx.ts';

export type Respond = (...exchange: Parameters<RequestListener>) => void;

/** Starts nginx before a BFF that responds as given, until the test has finished. */
export async function startBefore(
  respond: Respond = (_request, response) => response.end('{}'),
  env: Record<string, string> = {},
) {
  const received: IncomingMessage[] = [];
  const connections: Socket[] = [];
  const bff = createServer((request, response) => {
    received.push(request);
    respond(request, response);
  });
  bff.on('connection', (socket) => connections.push(socket)).listen(0, '127.0.0.1');
  await once(bff, 'listening');
  const nginx = await startNginx({ bffPort: (bff.address() as AddressInfo).port, env });
  onTestFinished(async () => {
    await nginx.stop();
    bff.close();
    bff.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${nginx.port}`;
  return {
    ...nginx,
    origin,
    /** What the BFF has received. */
    received: received as readonly IncomingMessage[],
    /** The connections to the BFF, in the order in which nginx opened them. */
    connections: connections as readonly Socket[],
    request: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${origin}/web${path}`, { method, headers }),
    /** Sends bytes as they are, and returns what comes until nginx closes the connection. */
    send: async (bytes: string): Promise<string> => {
      const socket = connect(nginx.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(Buffer.from(bytes, 'latin1'));
      return text(socket);
    },
  };
}
