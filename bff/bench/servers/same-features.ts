import compress from '@fastify/compress';
import { Histogram, Registry } from '@prometheus-io/client';
import {
  bulkhead,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  retry,
  SamplingBreaker,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { port, schema, upstream } from './thing.ts';
import { logging } from '#platform/operations/logging.ts';
import { securityHeaders } from '#edge/security-headers.ts';

// (b) with what a call of ours has, from libraries, as their READMEs show it: deadline, retries, breaker and bulkhead around the
// upstream; the browser's leaving; security header fields, request ids, compression; log, metrics of calls and upstreams.
const pool = new Pool(upstream, { connections: 32, connectTimeout: 1_000 });
const resilient = wrap(
  timeout(8_000, TimeoutStrategy.Aggressive),
  retry(handleAll, { maxAttempts: 2, backoff: new ExponentialBackoff() }),
  bulkhead(32, 64),
  circuitBreaker(handleAll, {
    halfOpenAfter: 5_000,
    breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 1 }),
  }),
);
const registers = [new Registry()];
const histogram = <L extends string>(name: string, labelNames: L[]) =>
  new Histogram({ name, help: name, labelNames, registers });
const calls = histogram('http_request_duration_seconds', ['method', 'route', 'status']);
const upstreamCalls = histogram('upstream_request_duration_seconds', ['upstream', 'call', 'outcome']);

const app = Fastify({ ...logging('info'), genReqId: () => crypto.randomUUID() });
await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
app.addHook('onRequest', (request, reply, done) => {
  reply.headers({ ...securityHeaders, 'cache-control': 'no-store', 'x-request-id': request.id });
  done();
});
app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
  const labels = { method, route: routeOptions.url ?? '', status: String(reply.statusCode) };
  calls.observe(labels, reply.elapsedTime / 1_000);
  done();
});
app.get<{ Params: { id: number } }>('/web/api/things/:id', { schema }, async ({ params, id }, reply) => {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  const from = performance.now();
  const body = await resilient.execute(async ({ signal }) => {
    const answer = await pool.request({
      method: 'GET',
      path: `/things/${params.id}`,
      headers: { accept: 'application/json', 'x-request-id': id },
      signal,
      headersTimeout: 3_000,
      bodyTimeout: 3_000,
    });
    return answer.body.json();
  }, leaving.signal);
  const labels = { upstream: 'things', call: 'GET /things/:id', outcome: 'ok' };
  upstreamCalls.observe(labels, (performance.now() - from) / 1_000);
  return body;
});
await app.listen({ port, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit());
