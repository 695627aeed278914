import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RecordedResponse {
  /** Such as `GET /web/`. */
  readonly request: string;
  /** Names and values in turns, as they were sent. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Stands before a server, and keeps every response that a browser gets from it. */
export async function recordResponses(port: number) {
  const responses: RecordedResponse[] = [];
  const passOn = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { url: path = '/', method } = asked;
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const sent = asked.pipe(request({ host: '127.0.0.1', port, path, method, headers }));
    const [got] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await buffer(got);
    responses.push({ request: `${method} ${path}`, headers: got.rawHeaders, body: body.toString() });
    answer.writeHead(got.statusCode ?? 502, got.rawHeaders).end(body);
  };
  const server = createServer((asked, answer) => {
    passOn(asked, answer).catch((error: Error) => answer.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses: responses as readonly RecordedResponse[],
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
