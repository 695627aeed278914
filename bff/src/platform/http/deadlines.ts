import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { AppError, platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/kit/limits.ts';
import { isBodyArriving } from './bodies.ts';
import { waitedMs } from './overload/pacing.ts';

/** The browser closed the connection before the response was sent. */
export class ClientDisconnected extends Error {}

/** Limits the time of a handler, and aborts its work when the time has passed or the browser has left. */
export class Deadline {
  readonly #request: IncomingMessage;
  readonly #timer: NodeJS.Timeout;
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #reject: ((reason: unknown) => void) | undefined;

  constructor(ms: number, request: IncomingMessage) {
    this.#request = request;
    this.#timer = setTimeout(
      () => this.abort(platformError(this.isClientLate() ? 'request-timeout' : 'deadline-exceeded')),
      ms,
    );
  }

  /** True if everything that has arrived of the body was read, and the rest is missing. */
  isClientLate(): boolean {
    return isBodyArriving(this.#request) && this.#request.readableLength === 0;
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
  // Fastify reads a body until its end or an error: the deadline is one.
  app.addHook('preParsing', ({ raw, deadline }, _reply, _payload, done) => {
    if (isBodyArriving(raw))
      deadline.race(new Promise(() => {})).catch((reason: unknown) => {
        if (reason instanceof AppError && isBodyArriving(raw) && raw.listenerCount('error') > 0)
          raw.emit('error', reason);
      });
    done();
  });
});
