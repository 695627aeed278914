import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/kit/limits.ts';
import { waitedMs } from './overload/pacing.ts';
import { isBodyArriving } from './overload/unread-body.ts';

/** The browser closed the connection before the response was sent. */
export class ClientDisconnected extends Error {}

/** Limits the time of a handler, and aborts its work when the time has passed or the browser has left. */
export class Deadline {
  readonly #timer: NodeJS.Timeout;
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #reject: ((reason: unknown) => void) | undefined;

  constructor(ms: number, request: IncomingMessage) {
    this.#timer = setTimeout(() => {
      // The client is late if everything that has come of a body has been read, and the rest is missing.
      const isClientLate = isBodyArriving(request) && request.readableLength === 0;
      this.abort(platformError(isClientLate ? 'request-timeout' : 'deadline-exceeded'));
    }, ms);
  }

  /** Aborts with `deadline-exceeded`, `request-timeout` or a `ClientDisconnected`. Created at its first use, because many calls do not use it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    return this.#controller.signal;
  }

  /** Resolves with the work, or rejects on abort without waiting for it. */
  race<T>(work: T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#aborted) reject(this.#aborted.reason);
      this.#reject = reject;
      Promise.resolve(work)
        .finally(() => this.clear())
        .then(resolve, reject);
    });
  }

  /** Stops the timer. */
  clear(): void {
    clearTimeout(this.#timer);
  }

  abort(reason: unknown): void {
    this.clear();
    if (this.#aborted) return;
    this.#aborted = { reason };
    this.#reject?.(reason);
    this.#controller?.abort(reason);
  }
}

/** Gives every request its deadline, counted from its arrival. Fastify's `handlerTimeout` and `request.signal` do not fit: they abort at the end of the body. */
export const deadlines = fp(async function deadlines(app) {
  app.decorateRequest('deadline');
  app.addHook('onRequest', (request, { raw }, done) => {
    const ms = request.routeOptions.config.deadlineMs ?? limits.CALL_MS;
    const deadline = new Deadline(ms - waitedMs(request.raw), request.raw);
    raw.once('close', () => {
      if (raw.writableFinished) deadline.clear();
      else deadline.abort(new ClientDisconnected('the browser closed the connection'));
    });
    request.deadline = deadline;
    done();
  });
});
