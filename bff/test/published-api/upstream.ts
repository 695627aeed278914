import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations, type Operation } from './document.ts';
import { sample } from './sample.ts';

/** Names what the upstream shall answer with: a documented status and the seed of its sample, such as `404 3`. */
export const ANSWER = 'x-answer';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

const routes = operations.map((operation) => ({
  operation,
  address: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

const findOperation = (method = '', url = ''): Operation | undefined =>
  routes
    .filter(({ operation, address }) => operation.method === method && address.test(url.split('?')[0] ?? ''))
    // As in the document, what is written out goes before a parameter.
    .toSorted((one, other) => count(one.operation.path) - count(other.operation.path))[0]?.operation;

const count = (path: string) => path.split('{').length;

/** Answers as the document says, with fields beside that it does not name; listens on a port of its own. */
export async function upstream(): Promise<{ server: Server; origin: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => void answer(request, response, asked));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function answer(request: IncomingMessage, response: ServerResponse, asked: Asked[]) {
  let body = '';
  for await (const part of request) body += String(part);
  const { method = '', url = '' } = request;
  asked.push({ method, url, body });
  const [status = 0, seed = 0] = String(request.headers[ANSWER]).split(' ').map(Number);
  const operation = findOperation(method, url);
  if (!operation?.replies.has(status)) return response.writeHead(501).end('not documented');
  const reply = operation.replies.get(status);
  if (!reply) return response.writeHead(status).end();
  return response
    .writeHead(status, { 'content-type': reply.mediaType })
    .end(JSON.stringify(sample(reply.schema, seed, true)));
}
