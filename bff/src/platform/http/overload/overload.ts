import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge } from '@prometheus-io/client';
import fp from 'fastify-plugin';
import type { Admission } from './admission.ts';
import { bareProblem } from '#platform/http/errors/bare-problem.ts';
import { requestId } from '#platform/http/response-headers.ts';

/** Seconds until a refused request may be sent again. */
const RETRY_AFTER = '1';

/** Sends 503 without Fastify. Not logged: a line for each would cost time that the others need. */
export function refuse(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = bareProblem('unavailable', requestId(request));
  response.writeHead(status, { ...headers, 'retry-after': RETRY_AFTER }).end(body);
}

/** Measures requests in progress. A response that waits for its client, as streams do, does not count. */
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
