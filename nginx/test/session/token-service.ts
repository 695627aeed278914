import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from '@web/bff/test/processes';

interface TokenService extends Running {
  readonly address: string;
  /** The access tokens of persons that it got, in their order. */
  readonly received: string[];
}

/** A backend service that gets the access tokens of persons. */
export async function startTokenService(): Promise<TokenService> {
  const received: string[] = [];
  const server = createServer(({ headers: { authorization } }, response) => {
    if (authorization) received.push(authorization.replace('Bearer ', ''));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token: 'received' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
