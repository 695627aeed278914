import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openTarget, type Target, type TargetOptions } from '../target.ts';
import type { Reply, Tamper } from './tamper.ts';

export interface Setting extends TargetOptions {
  /** Plants a fault. */
  readonly tamper?: Tamper | undefined;
}

/** Fields of the connection; the length is that of the body that is sent. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding'];
/** The application refuses them itself, at less. */
const HEADERS_BYTES = 100_000;

/** The application's own response. */
async function forward(origin: string, request: IncomingMessage): Promise<Reply> {
  const { url = '', method, headers } = request;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.pipe(send(origin, { path: url, method, headers, agent: false }, resolve).on('error', reject));
  });
  const received: Reply['headers'] = {};
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    if (!HOP_BY_HOP.includes(name)) received[name] = values.length > 1 ? values : String(values[0]);
  const body = await buffer(response);
  const isText = !received['content-encoding'];
  return { status: response.statusCode ?? 0, headers: received, body: isText ? body.toString() : body };
}

/** The application behind a proxy that plants a fault, to test the suite itself. */
export async function openTampered(
  application: string,
  { tamper, ...options }: Setting = {},
): Promise<Target & AsyncDisposable> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const reply = await forward(application, request);
    tamper?.(reply, request);
    const hasBody = request.method !== 'HEAD' && reply.status !== 304;
    if (hasBody && !reply.headers['transfer-encoding'])
      reply.headers['content-length'] = String(Buffer.byteLength(reply.body));
    response.writeHead(reply.status, reply.headers).end(hasBody ? reply.body : undefined);
  };
  const server = createServer({ maxHeaderSize: HEADERS_BYTES }, (request, response) => {
    respond(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...openTarget(`http://127.0.0.1:${port}/web`, { ownsOrigin: true, ...options }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
