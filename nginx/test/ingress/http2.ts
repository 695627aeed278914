import { once } from 'node:events';
import { connect, constants, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Http2 {
  /** What was agreed on while TLS was. */
  readonly protocol: string | false | null;
  ask(path: string, headers?: Record<string, string>, body?: string | Buffer): Promise<Answer>;
  /** The parts of an answer as they come. */
  parts(path: string): AsyncIterableIterator<string>;
  /** Asks, and resets the stream after some milliseconds. */
  leave(path: string, afterMs: number): Promise<void>;
  close(): void;
}

/** One connection by HTTP/2, as a browser has it: several questions at once, on streams of it. */
export async function openHttp2(origin: string): Promise<Http2> {
  const session = connect(origin);
  session.on('error', () => {});
  await once(session, 'connect');
  const open = (path: string, headers: Record<string, string>, endStream: boolean): ClientHttp2Stream =>
    session.request({ ':path': path, ...headers }, { endStream });
  return {
    protocol: (session.socket as TLSSocket).alpnProtocol,
    ask: async (path, fields = {}, body) => {
      const stream = open(path, fields, body === undefined);
      // Refused before all is sent, the stream ends early; its answer has come by then.
      stream.on('error', () => {});
      const response = once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status'?: number }]>;
      if (body !== undefined) stream.end(body);
      const [headers] = await response;
      let text = '';
      try {
        for await (const part of stream.setEncoding('utf8')) text += part;
      } catch {
        // What has come is judged.
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
