import type { StartSpan } from '#platform/contract/span.ts';
import { atEnd, exchange } from './exchange.ts';
import { UpstreamError } from './upstream-error.ts';

/** Wraps `exchange` in a span. Each retry gets a span of its own. */
export const tracedExchange =
  (startSpan: StartSpan, upstream: string, { hostname, port }: URL): typeof exchange =>
  async (pool, request, cancellation) => {
    const { method, template, headers } = request;
    const span = startSpan(`${method} ${upstream}`, 'client', headers['traceparent'] ?? '', {
      'http.request.method': method,
      'url.template': template,
      'server.address': hostname,
      'server.port': port ? Number(port) : undefined,
    });
    const sent = { ...request, headers: { ...headers, traceparent: span.traceparent } };
    try {
      const response = await exchange(pool, sent, cancellation);
      const attributes = { 'http.response.status_code': response.status };
      atEnd(response, () => span.end(attributes, response.stream?.body.errored ? 'aborted' : undefined));
      return response;
    } catch (error) {
      const { kind = 'cancelled', status } = error instanceof UpstreamError ? error : {};
      span.end({ 'http.response.status_code': status }, status === undefined ? kind : String(status));
      throw error;
    }
  };
