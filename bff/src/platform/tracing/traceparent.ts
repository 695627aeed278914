import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const pattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * The `traceparent` of a request (W3C Trace Context, section 3.2). One without a valid one begins a trace as nginx does, and keeps it in its
 * header fields: the parent's id is the first half of the trace's.
 */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const { traceparent } = headers;
  if (typeof traceparent === 'string' && pattern.test(traceparent)) return traceparent;
  const traceId = randomUUID().replaceAll('-', '');
  delete headers['tracestate'];
  return (headers['traceparent'] = `00-${traceId}-${traceId.slice(0, 16)}-01`);
}

/** The trace's id: 32 hexadecimal digits. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
