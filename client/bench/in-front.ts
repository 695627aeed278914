import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { answerTo } from './product/answers.ts';

/** A server in front of a BFF: it answers the product's calls, and passes everything else on. */
export async function inFront(port: number) {
  const server = createServer((asked, reply) => {
    const { url: path = '', method, headers } = asked;
    const answer = answerTo(path);
    if (answer) {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      reply.end(gzipSync(JSON.stringify(answer)));
      return;
    }
    const passedOn = request({ port, path, method, headers }, (got) => {
      const { connection: _connection, 'transfer-encoding': _encoding, ...fields } = got.headers;
      reply.writeHead(got.statusCode ?? 502, fields);
      pipeline(got, reply, () => {});
    });
    pipeline(asked, passedOn, () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
