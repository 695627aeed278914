import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { limits } from '@web/bff/contract/kit/limits';
import { openTarget, type Target, type TargetOptions } from '../target.ts';
import type { Reply, Tamper } from './tamper.ts';

export interface Setting extends TargetOptions {
  readonly base?: string;
  /** The limit of the request line and header fields. */
  readonly headersBytes?: number;
  /** Plants a fault. */
  readonly tamper?: Tamper;
}

const HASHED = { js: 'index-Ab3dEf7h.js', css: 'index-Cd4eFg8i.css', chunk: 'home-Ef5gHi9j.js' };

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

const SECURITY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=()',
};

const DOCUMENT_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

function buildOf(base: string): Record<string, string> {
  const assets = `${base}/assets`;
  return {
    '/index.html': `<!doctype html><html lang="en"><head><title>Reference</title>
<link rel="icon" href="${base}/favicon.svg"><link rel="manifest" href="${base}/manifest.webmanifest">
<link rel="stylesheet" href="${assets}/${HASHED.css}"><script type="module" src="${assets}/${HASHED.js}">
</script></head><body><div id="root"></div></body></html>`,
    [`/assets/${HASHED.js}`]: `import("./${HASHED.chunk}");${'console.log(1);'.repeat(200)}`,
    [`/assets/${HASHED.chunk}`]: 'export const home = 1;'.repeat(100),
    [`/assets/${HASHED.css}`]: `body{background:url(../favicon.svg)}${'a{color:red}'.repeat(200)}`,
    '/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '/manifest.webmanifest': '{"start_url":"./","scope":"./","icons":[{"src":"favicon.svg"}]}',
  };
}

function problem(status: number, headers: Reply['headers'] = {}): Reply {
  const texts = { type: 'about:blank', title: 'Refused', detail: 'Refused.', code: 'refused' };
  const body = JSON.stringify({ ...texts, status, requestId: randomUUID() });
  const type = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
  return { status, headers: { ...type, ...headers }, body };
}

const json = (value: unknown): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});

const refusal = (status: number, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'cache-control': 'no-store', ...headers },
  body: '',
});

const ENCODED_LETTER = /%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/i;

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

const ALLOW = { allow: 'GET, HEAD' };

function encodingFor(acceptEncoding: string | undefined): 'br' | 'gzip' | undefined {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, quality = 'q=1']) => Number(quality.slice(2)) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

type ReadRequest = Pick<IncomingMessage, 'method' | 'headers'>;

function fileReply(path: string, text: string, request: ReadRequest): Reply {
  if (!isRead(request.method)) return refusal(405, ALLOW);
  const encoding = encodingFor(request.headers['accept-encoding']);
  const compress = { br: brotliCompressSync, gzip: gzipSync };
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}-${encoding ?? 'id'}"`;
  const isHashed = path.startsWith('/assets/');
  const headers: Reply['headers'] = {
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
    etag,
    ...(path.endsWith('.html') && { 'content-security-policy': DOCUMENT_POLICY }),
  };
  const tags = (request.headers['if-none-match'] ?? '').split(', ');
  if (tags.some((tag) => tag.replace('W/', '') === etag)) return { status: 304, headers, body: '' };
  headers['content-type'] = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  if (encoding) headers['content-encoding'] = encoding;
  return { status: 200, headers, body: encoding ? compress[encoding](text) : text };
}

const isSameOrigin = ({ headers }: IncomingMessage): boolean =>
  'x-requested-by' in headers && !/^(cross|same)-site$/.test(String(headers['sec-fetch-site']));

function shellReply(text: string, request: IncomingMessage, isScreen: boolean): Reply {
  if (isScreen || !isRead(request.method)) return fileReply('/index.html', text, request);
  const { 'if-none-match': _tags, ...headersSent } = request.headers;
  const { headers, body } = fileReply('/index.html', text, { method: 'GET', headers: headersSent });
  const { etag: _etag, ...rest } = headers;
  return { status: 404, headers: { ...rest, 'cache-control': 'no-store' }, body };
}

function callReply(path: string, request: IncomingMessage): Reply {
  if (Number(request.headers['content-length'] ?? 0) > limits.BODY_BYTES) return problem(413);
  if (!isRead(request.method) && request.method !== 'OPTIONS' && !isSameOrigin(request)) return problem(403);
  if (path !== '/api/status') return problem(404);
  if (!isRead(request.method)) return problem(405, ALLOW);
  return json({ name: 'reference', version: '1', startedAt: '2026-01-01T00:00:00Z', dependencies: [] });
}

function replyTo(request: IncomingMessage, setting: Setting, files: Record<string, string>): Reply {
  const { base = '/web', stripped } = setting;
  const [path = '', query] = (request.url ?? '').split('?', 2);
  const isCall = path.startsWith(`${base}/api/`) || path === `${base}/api`;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return isCall ? problem(400) : refusal(400);
  }
  if (/(^|[/\\])\.{1,2}([/\\]|$)/.test(decoded)) return isCall ? problem(400) : refusal(400);
  if (ENCODED_LETTER.test(path)) return isCall ? problem(400) : refusal(400);
  if (path === '/') return refusal(302, { location: `${base}/` });
  if (path === base && !stripped) {
    return refusal(301, { location: `${base}/${query === undefined ? '' : `?${query}`}` });
  }
  if (path !== base && !path.startsWith(`${base}/`)) return refusal(404);
  const inner = path.slice(base.length) || '/';
  if (isCall) return callReply(inner, request);
  const file = files[inner];
  if (file !== undefined) return fileReply(inner, file, request);
  const isMissingFile = inner.startsWith('/assets/') || /\.(js|css|svg|html|map|json)$/.test(inner);
  if (isMissingFile) return refusal(404);
  const isScreen = inner === '/' || inner.startsWith('/users/');
  return shellReply(files['/index.html'] ?? '', request, isScreen);
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const hasNoLength = reply.status === 304 || reply.headers['transfer-encoding'];
  response.writeHead(reply.status, {
    ...(!hasNoLength && { 'content-length': Buffer.byteLength(reply.body) }),
    ...reply.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  const { headers, body } = problem(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  const lines = Object.entries({ ...SECURITY, ...headers }).map((line) => line.join(': '));
  const { status } = JSON.parse(String(body)) as { status: number };
  const head = [`HTTP/1.1 ${status} Refused`, 'connection: close', ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${String(body)}`);
}

/** An application in memory on which every outside case passes, to test the suite itself. */
export async function openReferenceTarget(setting: Setting = {}): Promise<Target & AsyncDisposable> {
  const { base = '/web', headersBytes = limits.HEADERS_BYTES, tamper } = setting;
  const files = buildOf(base);
  const server = createServer({ maxHeaderSize: headersBytes }, (request, response) => {
    const reply = replyTo(request, setting, files);
    reply.headers = { ...SECURITY, 'x-request-id': randomUUID(), ...reply.headers };
    tamper?.(reply, request);
    send(request, response, reply);
  });
  server.on('clientError', refuseMalformed);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...openTarget(`http://127.0.0.1:${port}${base}`, { ownsOrigin: true, ...setting }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
