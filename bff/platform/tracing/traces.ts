import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { requestFields } from '#platform/http/request-fields.ts';
import type { Span } from '#platform/contract/span.ts';
import { openTracer } from './open-tracer.ts';
import { traceparentOf } from './traceparent.ts';

/** Creates a span for each request, and decorates the app with `startSpan`. Loaded only if a collector is configured. */
export const traces = fp<{ endpoint: URL }>(async function traces(app, { endpoint }) {
  const { startSpan, close } = openTracer(endpoint, app.log);
  const spans = new WeakMap<FastifyRequest, Span>();
  app.decorate('startSpan', startSpan);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers } = request;
    const name = routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`;
    const span = startSpan(name, 'server', traceparentOf(request), { request_id: request.id });
    headers['traceparent'] = span.traceparent;
    spans.set(request, span);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { duration_ms: _, ...attributes } = requestFields(request, reply);
    const failure = reply.statusCode >= 500 ? String(reply.statusCode) : undefined;
    spans.get(request)?.end(attributes, failure);
    done();
  });
  app.addHook('onClose', close);
});
