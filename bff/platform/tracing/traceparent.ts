import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const pattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Returns the `traceparent` of a request (W3C Trace Context, section 3.2). If the header is missing or invalid, starts a trace as nginx does, with
 * the first half of the trace id as parent id, and sets the header.
 */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const { traceparent } = headers;
  if (typeof traceparent === 'string' && pattern.test(traceparent)) return traceparent;
  const traceId = randomUUID().replaceAll('-', '');
  delete headers['tracestate'];
  return (headers['traceparent'] = `00-${traceId}-${traceId.slice(0, 16)}-01`);
}

export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
