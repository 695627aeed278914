import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import type { PlatformCode } from '#platform/contract/platform-errors.ts';
import { platformError } from '#platform/contract/app-error.ts';
import { eventStream } from '#platform/calls/event-stream.ts';
import { ClientDisconnected } from '#platform/http/deadlines.ts';

const open = { config: { permission: 'status:read' } } as const;

/** Extension members of `transition-not-allowed`. Other errors don't declare them. */
export const transition = { state: 'draft', event: 'archive' };

/** Registers calls for tests, beneath `/test` on the API path. */
export async function testCalls(app: FastifyInstance): Promise<void> {
  let cancelled = 0;
  let disconnected = 0;
  let sendSecondEvent = () => {};

  app.get<{ Params: { name: string } }>('/test/echo/:name', open, async (request) => ({
    name: request.params.name,
    query: request.query,
    ip: request.ip,
    scheme: request.protocol,
    host: request.host,
    requestId: request.id,
    acceptEncoding: request.headers['accept-encoding'] ?? '',
  }));
  app.get('/test/export/data.json', open, async () => ({ exported: true }));
  app.get<{ Querystring: { path: string } }>('/test/cookie', open, async ({ query }, reply) => {
    reply.header('set-cookie', `theme=dark; Path=${query.path}; Secure; SameSite=Lax`);
    return {};
  });
  app.get('/test/go-home', open, (_request, reply) => reply.redirect(`${BASE_PATH}/`, 303));
  app.get<{ Params: { code: PlatformCode } }>('/test/fail/:code', open, async ({ params }) => {
    throw platformError(params.code, { extensions: transition });
  });
  app.get('/test/crash', open, async () => {
    throw new Error('postgres://user:hunter2@10.0.0.7 refused');
  });
  app.get('/test/slow', { config: { ...open.config, deadlineMs: 300 } }, ({ deadline }) => {
    deadline.signal.addEventListener('abort', () => (cancelled += 1));
    return new Promise(() => {});
  });
  app.get<{ Params: { ms: string } }>('/test/block/:ms', open, async ({ params }) => {
    const until = performance.now() + Number(params.ms);
    while (performance.now() < until);
    return {};
  });
  const allocated: Buffer[] = [];
  app.get<{ Params: { bytes: string } }>('/test/allocate/:bytes', open, async ({ params }) => {
    allocated.push(Buffer.alloc(Number(params.bytes), 1));
    return {};
  });
  app.get('/test/later', open, async () => {
    await sleep(1_000);
    return { late: true };
  });
  app.get('/test/cancelled', open, async () => ({ cancelled }));
  app.get<{ Params: { bytes: string } }>('/test/text/:bytes', open, async ({ params }) => ({
    text: 'x'.repeat(Number(params.bytes)),
  }));
  app.get('/test/text-as-it-is', { config: { ...open.config, compress: false } }, async () => ({
    text: 'x'.repeat(5000),
  }));
  app.post('/test/body', open, async ({ body }) => ({
    sha256: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  }));

  app.get('/test/left-alone', open, ({ deadline }) => {
    const { signal } = deadline;
    signal.addEventListener(
      'abort',
      () => (disconnected += signal.reason instanceof ClientDisconnected ? 1 : 0),
    );
    return new Promise<never>(() => {});
  });
  app.get('/test/left', open, async () => ({ left: disconnected }));
  app.post<{ Params: { id: string } }>('/test/ordered/:id', open, async ({ params }) => {
    const { status } = await fetch(`${process.env['TEST_COUNTER']}/${params.id}`, { method: 'POST' });
    return { status };
  });
  // Continues from `Last-Event-ID`, so that a client can resume the stream at another process.
  app.get('/test/numbers', open, ({ headers }, reply) => {
    const numbers = async function* () {
      for (let number = Number(headers['last-event-id'] ?? 0) + 1; ; number += 1) {
        yield { number };
        await sleep(50);
      }
    };
    const data = Type.Object({ number: Type.Integer() });
    return reply.type('text/event-stream').send(eventStream(numbers(), { data, id: 'number' }, reply));
  });
  let changes = 0;
  app.post('/test/changes', open, async () => ({ changes: (changes += 1) }));
  app.get('/test/changes', open, async () => ({ changes }));

  // Sends the first chunk. `/test/send-second` sends the second chunk.
  const streamed = (path: string, type: string, first: string, second: string) =>
    app.get(path, open, async (_request, reply) => {
      const stream = new PassThrough();
      stream.write(first);
      sendSecondEvent = () => stream.end(second);
      return reply.type(type).header('x-accel-buffering', 'no').send(stream);
    });
  streamed('/test/events', 'text/event-stream', 'data: first\n\n', 'data: second\n\n');
  streamed('/test/json-parts', 'application/json', '["first",', '"second"]');
  app.post('/test/send-second', open, async () => {
    sendSecondEvent();
    return {};
  });
}
