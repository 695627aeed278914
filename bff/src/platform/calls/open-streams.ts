import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** Browsers come back at once, to the other BFFs. */
const DRAIN_MS = 3_000;

/** The streams of events that are open. What is ended is cut off, so that the browser asks again, with the id of the last event. */
export class OpenStreams {
  readonly #open = new Set<FastifyReply>();

  add(reply: FastifyReply): void {
    this.#open.add(reply);
    reply.raw.once('close', () => this.#open.delete(reply));
  }

  /** Ends the streams of some requests, and aborts the signals of their handlers. */
  end(isOver: (request: FastifyRequest) => boolean): void {
    for (const reply of this.#open) if (isOver(reply.request)) cutOff(reply, 'the session has ended');
  }

  /** Ends all of them one after another, also those that begin meanwhile. */
  async drain(): Promise<void> {
    const pauseMs = DRAIN_MS / this.#open.size;
    for (const reply of this.#open) {
      cutOff(reply, 'the process stops');
      // oxlint-disable-next-line no-await-in-loop
      await sleep(pauseMs);
    }
  }
}

function cutOff({ request, raw }: FastifyReply, reason: string): void {
  request.log.info({ reason }, 'stream of events cut off');
  request.deadline.abort(new Error(reason));
  raw.destroy();
}

/** Knows which streams of events are open. */
export const openStreams = fp(
  async (app) => {
    app.decorate('eventStreams', new OpenStreams());
  },
  { name: 'open-streams' },
);
