import { once } from 'node:events';
import { connect, constants, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';

interface Http2Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Http2 {
  /** The protocol that TLS negotiated. */
  readonly protocol: string | false | null;
  request(path: string, headers?: Record<string, string>, body?: string | Buffer): Promise<Http2Response>;
  /** The parts of a response as they arrive. */
  parts(path: string): AsyncIterableIterator<string>;
  /** Sends a request, and resets its stream after some milliseconds. */
  leave(path: string, afterMs: number): Promise<void>;
  close(): void;
}

/** Opens one HTTP/2 connection, on which several requests run at once. */
export async function openHttp2(origin: string): Promise<Http2> {
  const session = connect(origin);
  session.on('error', () => {});
  await once(session, 'connect');
  const open = (path: string, headers: Record<string, string>, endStream: boolean): ClientHttp2Stream =>
    session.request({ ':path': path, ...headers }, { endStream });
  return {
    protocol: (session.socket as TLSSocket).alpnProtocol,
    request: async (path, fields = {}, body) => {
      const stream = open(path, fields, body === undefined);
      // A stream that is refused before everything is sent ends early, after its response.
      stream.on('error', () => {});
      const response = once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status'?: number }]>;
      if (body !== undefined) stream.end(body);
      const [headers] = await response;
      let text = '';
      try {
        for await (const part of stream.setEncoding('utf8')) text += part;
      } catch {
        // The text received so far is the result.
      }
      return { status: headers[':status'] ?? 0, headers, text };
    },
    parts: (path) => open(path, {}, true).setEncoding('utf8')[Symbol.asyncIterator](),
    leave: async (path, afterMs) => {
      const stream = open(path, {}, true).on('error', () => {});
      await sleep(afterMs);
      stream.close(constants.NGHTTP2_CANCEL);
    },
    close: () => session.destroy(),
  };
}
