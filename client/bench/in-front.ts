import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { run } from '@web/bff/test/processes';
import { answerTo } from './product/answers.ts';

const CONNECTION_FIELDS = ['connection', 'keep-alive', 'transfer-encoding'];

/** A server in front of a BFF, over HTTP/1 or over TLS and HTTP/2: it answers the product's calls, and passes everything else on. */
export async function inFront(port: number, protocol: 'http' | 'https' = 'http') {
  const server = protocol === 'http' ? createServer() : createSecureServer(await newCertificate());
  // Over HTTP/2, requests and responses have the form of those over HTTP/1 (Node's compatibility API).
  (server as Server).on('request', answering(port)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

async function newCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject]);
  const certificate = { key: await readFile(key), cert: await readFile(cert) };
  await rm(folder, { recursive: true });
  return certificate;
}

const answering =
  (port: number): RequestListener =>
  (asked, reply) => {
    const { url: path = '', method } = asked;
    const answer = answerTo(path);
    if (answer) {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      reply.end(gzipSync(JSON.stringify(answer)));
      return;
    }
    const headers = fieldsOf(asked.headers, ([name]) => !name.startsWith(':'));
    const passedOn = request({ port, path, method, headers }, (got) => {
      const isKept = ([name]: [string, unknown]) => !CONNECTION_FIELDS.includes(name);
      reply.writeHead(got.statusCode ?? 502, fieldsOf(got.headers, isKept));
      pipeline(got, reply, () => {});
    });
    pipeline(asked, passedOn, () => {});
  };

const fieldsOf = (headers: IncomingHttpHeaders, isKept: (field: [string, unknown]) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(isKept));
