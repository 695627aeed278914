import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** Time over which `drain` ends the streams, so that clients do not all reconnect at once. */
const DRAIN_MS = 3_000;

/** Open event streams. Ending a stream destroys its connection, so that the client reconnects with the id of the last event. */
export class OpenStreams {
  readonly #open = new Set<FastifyReply>();

  add(reply: FastifyReply): void {
    this.#open.add(reply);
    reply.raw.once('close', () => this.#open.delete(reply));
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
  request.log.info({ reason }, 'event stream closed');
  request.deadline.abort(new Error(reason));
  raw.destroy();
}

export const openStreams = fp(
  async (app) => {
    app.decorate('eventStreams', new OpenStreams());
  },
  { name: 'open-streams' },
);
