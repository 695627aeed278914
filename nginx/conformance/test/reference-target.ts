import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { limits } from '@web/bff/contract/constants';
import { openTarget } from '../target.ts';
import type { Target, TargetOptions } from '../target.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | string;
}

export interface Setting extends TargetOptions {
  readonly base?: string;
  /** The limit of request line and header fields. */
  readonly headersBytes?: number;
  /** Plants a fault: changes the reply before it is sent. */
  readonly tamper?: (reply: Reply, request: IncomingMessage) => void;
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

const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

function buildOf(base: string): Record<string, string> {
  const assets = `${base}/assets`;
  const icon = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  return {
    '/index.html': `<!doctype html><html lang="en"><head><title>Reference</title>
<link rel="icon" href="${base}/favicon.svg"><link rel="manifest" href="${base}/manifest.webmanifest">
<link rel="stylesheet" href="${assets}/${HASHED.css}"><script type="module" src="${assets}/${HASHED.js}">
</script></head><body><div id="root"></div></body></html>`,
    [`/assets/${HASHED.js}`]: `import("./${HASHED.chunk}");${'console.log(1);'.repeat(200)}`,
    [`/assets/${HASHED.chunk}`]: 'export const home = 1;'.repeat(100),
    [`/assets/${HASHED.css}`]: `body{background:url(../favicon.svg)}${'a{color:red}'.repeat(200)}`,
    '/favicon.svg': icon,
    '/manifest.webmanifest': '{"start_url":"./","scope":"./","icons":[{"src":"favicon.svg"}]}',
  };
}

function problem(status: number, headers: Reply['headers'] = {}): Reply {
  const texts = { type: 'about:blank', title: 'Refused', detail: 'Refused.', code: 'refused' };
  const body = JSON.stringify({ ...texts, status, requestId: randomUUID() });
  const type = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
  return { status, headers: { ...type, ...headers }, body };
}

function json(value: unknown): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  };
}

const refusal = (status: number, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'cache-control': 'no-store', ...headers },
  body: '',
});

const redirect = (status: number, location: string): Reply => refusal(status, { location });

function isRead(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}

const ALLOW = { allow: 'GET, HEAD' };

function codingFor(accepts: string | undefined): 'br' | 'gzip' | undefined {
  const taken = (accepts ?? '')
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .filter(([, quality = 'q=1']) => Number(quality.slice(2)) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding));
}

type Asked = Pick<IncomingMessage, 'method' | 'headers'>;

function fileReply(path: string, text: string, request: Asked): Reply {
  if (!isRead(request.method)) return refusal(405, ALLOW);
  const coding = codingFor(request.headers['accept-encoding']);
  const compress = { br: brotliCompressSync, gzip: gzipSync };
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}-${coding ?? 'id'}"`;
  const hashed = path.startsWith('/assets/');
  const headers: Reply['headers'] = {
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
    etag,
    ...(path.endsWith('.html') && { 'content-security-policy': POLICY }),
  };
  const known = (request.headers['if-none-match'] ?? '').split(', ');
  if (known.some((tag) => tag.replace('W/', '') === etag)) return { status: 304, headers, body: '' };
  headers['content-type'] = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  if (coding) headers['content-encoding'] = coding;
  return { status: 200, headers, body: coding ? compress[coding](text) : text };
}

const isOurs = ({ headers }: IncomingMessage): boolean =>
  'x-requested-by' in headers && !/^(cross|same)-site$/.test(String(headers['sec-fetch-site']));

function shellReply(text: string, request: IncomingMessage, isScreen: boolean): Reply {
  if (isScreen || !isRead(request.method)) return fileReply('/index.html', text, request);
  const { 'if-none-match': _compared, ...asked } = request.headers;
  const { headers, body } = fileReply('/index.html', text, { method: 'GET', headers: asked });
  const { etag: _none, ...kept } = headers;
  return { status: 404, headers: { ...kept, 'cache-control': 'no-store' }, body };
}

function callReply(path: string, request: IncomingMessage): Reply {
  if (Number(request.headers['content-length'] ?? 0) > limits.BODY_BYTES) return problem(413);
  if (!isRead(request.method) && request.method !== 'OPTIONS' && !isOurs(request)) return problem(403);
  if (path !== '/api/status') return problem(404);
  if (!isRead(request.method)) return problem(405, ALLOW);
  return json({ name: 'reference', version: '1', startedAt: 'then', dependencies: [] });
}

function answer(request: IncomingMessage, setting: Setting, files: Record<string, string>): Reply {
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
  if (path === '/') return redirect(302, `${base}/`);
  if (path === base && !stripped) {
    return redirect(301, `${base}/${query === undefined ? '' : `?${query}`}`);
  }
  if (path !== base && !path.startsWith(`${base}/`)) return refusal(404);
  const inner = path.slice(base.length) || '/';
  if (isCall) return callReply(inner, request);
  const file = files[inner];
  if (file !== undefined) return fileReply(inner, file, request);
  const missing = inner.startsWith('/assets/') || /\.(js|css|svg|html|map|json)$/.test(inner);
  if (missing) return refusal(404);
  const isScreen = inner === '/' || inner.startsWith('/users/');
  return shellReply(files['/index.html'] ?? '', request, isScreen);
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const bare = reply.status === 304 || reply.headers['transfer-encoding'];
  response.writeHead(reply.status, {
    ...(!bare && { 'content-length': Buffer.byteLength(reply.body) }),
    ...reply.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

function refuseHead(error: NodeJS.ErrnoException, socket: Socket): void {
  const { headers, body } = problem(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  const lines = Object.entries({ ...SECURITY, ...headers }).map((line) => line.join(': '));
  const { status } = JSON.parse(String(body)) as { status: number };
  const head = [`HTTP/1.1 ${status} Refused`, 'connection: close', ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${String(body)}`);
}

interface ReferenceTarget extends Target, AsyncDisposable {}

/** A well-behaved application in memory, on which every outside case passes; for the suite's own tests. */
export async function openReferenceTarget(setting: Setting = {}): Promise<ReferenceTarget> {
  const { base = '/web', headersBytes = limits.HEADERS_BYTES, tamper } = setting;
  const files = buildOf(base);
  const server = createServer({ maxHeaderSize: headersBytes }, (request, response) => {
    const reply = answer(request, setting, files);
    reply.headers = { ...SECURITY, 'x-request-id': randomUUID(), ...reply.headers };
    tamper?.(reply, request);
    send(request, response, reply);
  });
  server.on('clientError', refuseHead);
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
