import type { ServerResponse } from 'node:http';
import { limits } from '#contract/constants.ts';

/** Shorter replies fit into what the operating system holds for a connection. */
const FROM_BYTES = 16_384;

/**
 * Bounds replies that their clients do not read: beyond `limits.UNREAD_BYTES` in all, those that wait for longest are cut off, and each after
 * `limits.STREAM_SILENCE_MS` in which nothing of it was read.
 */
export function createUnreadReplies() {
  const waiting = new Map<ServerResponse, () => void>();
  let total = 0;
  return (response: ServerResponse, bytes: number): void => {
    if (bytes < FROM_BYTES) return;
    const forget = () => void (waiting.delete(response) && (total -= bytes));
    waiting.set(response, forget);
    total += bytes;
    response.once('close', forget).setTimeout(limits.STREAM_SILENCE_MS);
    for (const [oldest, forgetOldest] of waiting) {
      if (total <= limits.UNREAD_BYTES || oldest === response) break;
      forgetOldest();
      oldest.destroy();
    }
  };
}
