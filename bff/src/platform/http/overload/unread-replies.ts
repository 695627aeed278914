import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '#contract/kit/limits.ts';

/** Shorter replies fit into what the operating system holds for a connection, unless others wait there. */
const FROM_BYTES = 16_384;
/** The part of all unread bytes that one address may have. */
const SHARE = 1 / 4;

/**
 * Bounds replies that their clients do not read: beyond `limits.UNREAD_BYTES` in all, and a quarter of it for an address, those that wait for
 * longest are cut off; and each after `limits.STREAM_SILENCE_MS` in which nothing was read.
 */
export function createUnreadReplies() {
  /** In the order of their ages. */
  const waiting = new Map<ServerResponse, { readonly network: string; readonly bytes: number }>();

  function cut(most: number, network?: string): void {
    let total = 0;
    for (const [response, reply] of [...waiting].toReversed()) {
      if (network !== undefined && reply.network !== network) continue;
      const isNewest = total === 0;
      total += reply.bytes;
      if (isNewest || total <= most) continue;
      waiting.delete(response);
      response.destroy();
    }
  }

  return (response: ServerResponse, bytes: number, networkOf: () => string): void => {
    // A request that is injected has less of a socket.
    const socket: Partial<Socket> = response.req.socket;
    if (response.destroyed || (bytes < FROM_BYTES && !socket.writableLength)) return;
    const network = networkOf();
    waiting.set(response, { network, bytes });
    response.once('close', () => waiting.delete(response));
    socket.setTimeout?.(limits.STREAM_SILENCE_MS);
    cut(limits.UNREAD_BYTES * SHARE, network);
    cut(limits.UNREAD_BYTES);
  };
}
