import type { ServerResponse } from 'node:http';
import { limits } from '#contract/constants.ts';

/** Shorter replies fit into what the operating system holds for a connection. */
const FROM_BYTES = 16_384;

/** Bounds the memory of replies that their clients do not read: beyond `limits.UNREAD_BYTES`, those that wait for longest are cut off. */
export function createUnreadReplies() {
  const waiting = new Map<ServerResponse, number>();
  let total = 0;
  const forget = (response: ServerResponse) => {
    total -= waiting.get(response) ?? 0;
    waiting.delete(response);
  };
  return (response: ServerResponse, bytes: number): void => {
    if (bytes < FROM_BYTES) return;
    waiting.set(response, bytes);
    total += bytes;
    response.once('close', () => forget(response));
    for (const [oldest] of waiting) {
      if (total <= limits.UNREAD_BYTES || oldest === response) break;
      forget(oldest);
      oldest.destroy();
    }
  };
}
