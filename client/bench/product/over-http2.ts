import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { run } from '@web/bff/test/processes';

const CONNECTION_FIELDS = ['connection', 'keep-alive', 'transfer-encoding'];

/** The same server over TLS and HTTP/2, as a browser meets it behind an ingress. */
export async function overHttp2(origin: string) {
  const folder = await mkdtemp(join(tmpdir(), 'http2-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject]);
  const server = createSecureServer({ key: await readFile(key), cert: await readFile(cert) });
  server.on('request', (asked: Http2ServerRequest, answer: Http2ServerResponse) => {
    const fields = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'));
    const { port } = new URL(origin);
    const options = { port, path: asked.url, method: asked.method, headers: Object.fromEntries(fields) };
    const passOn = request(options, (got) => {
      const kept = Object.entries(got.headers).filter(([name]) => !CONNECTION_FIELDS.includes(name));
      answer.writeHead(got.statusCode ?? 502, Object.fromEntries(kept));
      pipeline(got, answer.stream, () => {});
    });
    asked.pipe(passOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await rm(folder, { recursive: true });
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
    },
  };
}
