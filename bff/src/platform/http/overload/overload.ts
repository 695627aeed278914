import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import { Counter, Gauge } from '@prometheus-io/client';
import type { FastifyServerFactory } from 'fastify';
import fp from 'fastify-plugin';
import type { Admission } from './admission.ts';
import { limits } from '#contract/kit/limits.ts';
import { bareProblem } from '#platform/http/errors/bare-problem.ts';
import { requestId } from '#platform/http/request-ids.ts';
import { paced } from './pacing.ts';

/** Seconds until a refused request may be sent again. */
const RETRY_AFTER = '1';

/** Up to so many requests under way, each begins at once. A busy process has twice as many under way. */
const FEW = limits.REQUESTS_UNDER_WAY_WHEN_BUSY / 2;

/** A server that refuses what is not admitted before Fastify sees it: through Fastify, a refusal would cost three times as much. */
export const admittingServer =
  (admission: Admission): FastifyServerFactory =>
  (handle, options) => {
    const { http, keepAliveTimeout } = options as { http: ServerOptions; keepAliveTimeout: number };
    const server = createServer({ ...http, keepAliveTimeout }, (request, response) => {
      if (!admission.admit(response)) return refuse(request, response);
      if (admission.underWay <= FEW) return handle(request, response);
      paced(request, () => {
        if (!response.destroyed) handle(request, response);
      });
    });
    // An unknown expectation is ignored, as nginx does: Node's own 417 lacks the header fields that every response has.
    return server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  };

/** Not logged: a line for each would cost time that the others need. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = bareProblem('unavailable', requestId(request));
  response.writeHead(status, { ...headers, 'retry-after': RETRY_AFTER }).end(body);
}

/** Measures what is under way. A response that waits for its client, as streams do, is not. */
export const overload = fp<{ admission: Admission }>(
  async function overload(app, { admission }) {
    app.addHook('onSend', (_request, { raw }, payload, done) => {
      admission.leave(raw);
      done(null, payload);
    });
    const registers = [app.metrics];
    const underWay: Gauge = new Gauge({
      name: 'http_requests_under_way',
      help: 'Requests without a response yet',
      registers,
      collect: () => underWay.set(admission.underWay),
    });
    const shed: Counter = new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused with 503 because of overload, which no other metric counts',
      registers,
      collect() {
        shed.reset();
        shed.inc(admission.refused);
      },
    });
  },
  { name: 'overload', dependencies: ['metrics'] },
);
