import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { limits } from '#platform/contract/limits.ts';

/** Time over which `drain` ends the streams, so that clients do not all reconnect at once. */
const DRAIN_MS = 3_000;

/** Open event streams. Ending one destroys its connection, so that the client reconnects. */
export class OpenStreams {
  readonly #open = new Set<FastifyReply>();

  /** Adds a stream, and checks its session at intervals. */
  add(reply: FastifyReply): void {
    const { request, raw, server } = reply;
    this.#open.add(reply);
    const checks = setInterval(() => void server.signIn?.endStreamIfOver(request), limits.STREAM_COMMENT_MS);
    raw.once('close', () => {
      this.#open.delete(reply);
      clearInterval(checks);
    });
  }

  /** Ends the streams of matching requests, and aborts the signals of their handlers. */
  end(isOver: (request: FastifyRequest) => boolean): void {
    for (const reply of this.#open) if (isOver(reply.request)) cutOff(reply, 'the session has ended');
  }

  /** Ends all streams one after another, including those that open meanwhile. */
  async drain(): Promise<void> {
    const pauseMs = DRAIN_MS / this.#open.size;
    for (const reply of this.#open) {
      cutOff(reply, 'the server is shutting down');
      // oxlint-disable-next-line no-await-in-loop
      await sleep(pauseMs);
    }
  }
}

function cutOff({ request, raw }: FastifyReply, reason: string): void {
  request.log.info({ reason }, 'stream closed');
  request.deadline.abort(new Error(reason));
  raw.destroy();
}

export const openStreams = fp(
  async (app) => {
    app.decorate('eventStreams', new OpenStreams());
  },
  { name: 'open-streams' },
);
