import { hash, randomUUID } from 'node:crypto';
import { Histogram, Registry } from '@prometheus-io/client';
import { Ajv } from 'ajv';
import { parseCookie } from 'cookie';
import Fastify, { type FastifyError } from 'fastify';
import Type from 'typebox';
import { Pool } from 'undici';
import { port, Thing, upstream } from './thing.ts';

// The call of `ours.ts` as a team would write it by hand: validation in and out, a session, a request id, a log line, problems and a histogram.
class Problem extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, title: string) {
    super(title);
    this.statusCode = statusCode;
    this.code = code;
  }
}

const app = Fastify({
  logger: true,
  disableRequestLogging: true,
  genReqId: ({ headers }) => String(headers['x-request-id'] ?? randomUUID()),
});
const pool = new Pool(upstream, { connections: 32, headersTimeout: 5_000, bodyTimeout: 5_000 });
const ajv = new Ajv();
const isThing = ajv.compile(Thing);
const registry = new Registry();
const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
});
const readers = new Set(['anonymous', 'reader']);
const sessions = new Map<string, { readonly subject: string; readonly role: string; endsAt: number }>();

app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id);
  const { session } = parseCookie(request.headers.cookie ?? '');
  const found = session && sessions.get(hash('sha256', session));
  if (session && (!found || found.endsAt < Date.now()))
    throw new Problem(401, 'unauthenticated', 'Not signed in');
  const { role } = found || { role: 'anonymous' };
  if (!readers.has(role)) throw new Problem(403, 'forbidden', 'Not allowed');
});
app.addHook('onResponse', async ({ method, url, routeOptions, log }, { statusCode, elapsedTime }) => {
  const labels = { method, route: routeOptions.url ?? 'none', status: String(statusCode) };
  seconds.observe(labels, elapsedTime / 1_000);
  log.info({ method, url, status: statusCode, ms: elapsedTime }, 'request');
});
app.setErrorHandler((error: FastifyError, { id, log }, reply) => {
  const { statusCode = 500, code, message } = error;
  if (statusCode >= 500) log.error(error);
  const problem = {
    code,
    status: statusCode,
    title: statusCode < 500 ? message : 'Internal error',
    requestId: id,
  };
  return reply.code(statusCode).type('application/problem+json').send(problem);
});

app.get<{ Params: { id: number } }>(
  '/web/api/things/:id',
  {
    schema: {
      params: Type.Object({ id: Type.Integer() }),
      querystring: Type.Object({ limit: Type.Integer({ default: 20 }) }),
    },
  },
  async ({ params, id, log }) => {
    const headers = { 'x-request-id': id, accept: 'application/json' };
    const { statusCode, body } = await pool.request({ method: 'GET', path: `/things/${params.id}`, headers });
    const thing = await body.json();
    log.debug({ upstream: 'things', status: statusCode }, 'upstream request');
    if (statusCode === 404) throw new Problem(404, 'not-found', 'Not found');
    if (statusCode !== 200 || !isThing(thing)) throw new Problem(502, 'upstream', 'The service failed');
    return thing;
  },
);
app.post('/web/api/sign-in', async (_request, reply) => {
  const secret = randomUUID();
  sessions.set(hash('sha256', secret), { subject: 'ann', role: 'reader', endsAt: Date.now() + 3_600_000 });
  return reply.header('set-cookie', `session=${secret}; Path=/web; HttpOnly; SameSite=Lax`).code(204).send();
});
app.get('/metrics', async () => registry.metrics());

await app.listen({ port, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit());
