import { connect } from 'node:net';
import type { FuzzRequest } from './requests/fuzz-request.ts';
import { readResponses, type FuzzResponse } from './read-responses.ts';

/** A request that may be incomplete has waited this long for a response: then the connection is ended from this side. */
const QUIET_MS = 400;
/** A connection that has neither responses nor an end by then hangs: longer than any deadline of a call, and than Node's for header fields. */
const HANGING_MS = 30_000;

export interface Exchange {
  readonly responses: readonly FuzzResponse[];
  /** `answered`: every request; `closed`: the server ended the connection; `hanging`: neither. */
  readonly end: 'answered' | 'closed' | 'hanging';
  /** Of the response, where it is no valid HTTP. */
  readonly error?: string;
}

/** Sends the bytes of a request on a connection of their own, and reads what comes until all is answered or the server ends it. */
export const sendFuzz = (port: number, { bytes, methods, isWhole }: FuzzRequest): Promise<Exchange> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const parts: Buffer[] = [];
    let responses: readonly FuzzResponse[] = [];
    const finish = (end: Exchange['end'], error?: string) => {
      clearTimeout(quiet);
      clearTimeout(hanging);
      socket.destroy();
      resolve({ responses, end, ...(error !== undefined && { error }) });
    };
    const read = (isClosed: boolean) => {
      try {
        const received = Buffer.concat(parts);
        const { bytesRead, ...rest } = readResponses(received, methods, isClosed);
        responses = rest.responses;
        if (isClosed && bytesRead < received.length) return finish('closed', 'the response is cut off');
        if (isClosed) return finish('closed');
        if (responses.length >= methods.length) finish('answered');
      } catch (error) {
        finish('closed', String(error));
      }
    };
    const quiet = setTimeout(() => isWhole || socket.end(), QUIET_MS);
    const hanging = setTimeout(() => finish('hanging'), HANGING_MS);
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      read(false);
    });
    socket.on('end', () => read(true));
    // A server that refuses a request need not read the rest: it may reset the connection.
    socket.on('error', () => read(true));
    socket.write(bytes);
  });
