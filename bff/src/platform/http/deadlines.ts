import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { AppError, platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/kit/limits.ts';
import { isBodyArriving } from './bodies.ts';
import { waitedMs } from './overload/schedule.ts';

export class ClientDisconnected extends Error {}

/** Limits the time of a handler. Aborts its work after the deadline, or when the client disconnects. */
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

  /** True while the request waits for more of its body. */
  isClientLate(): boolean {
    return isBodyArriving(this.#request) && this.#request.readableLength === 0;
  }

  /** Aborts with `deadline-exceeded`, `request-timeout` or a `ClientDisconnected`. Created lazily, because many calls do not use it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    return this.#controller.signal;
  }

  /** Settles like `work`, or rejects on abort without waiting for it. */
  race<T>(work: T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#aborted) reject(this.#aborted.reason);
      this.#reject = reject;
      Promise.resolve(work)
        .finally(() => this.clear())
        .then(resolve, reject);
    });
  }

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

/**
 * Sets the deadline of each request, counted from its arrival. Fastify's `handlerTimeout` and `request.signal` would abort as soon as the body has
 * ended.
 */
export const deadlines = fp(async function deadlines(app) {
  app.decorateRequest('deadline');
  app.addHook('onRequest', (request, { raw }, done) => {
    const ms = request.routeOptions.config.deadlineMs ?? limits.CALL_MS;
    const deadline = new Deadline(ms - waitedMs(request.raw), request.raw);
    raw.once('close', () => {
      if (raw.writableFinished) deadline.clear();
      else deadline.abort(new ClientDisconnected('the client closed the connection before the response'));
    });
    request.deadline = deadline;
    done();
  });
  // Fastify reads a body until its end or an error, so the deadline emits one.
  app.addHook('preParsing', ({ raw, deadline }, _reply, _payload, done) => {
    if (isBodyArriving(raw))
      deadline.race(new Promise(() => {})).catch((reason: unknown) => {
        if (reason instanceof AppError && isBodyArriving(raw) && raw.listenerCount('error') > 0)
          raw.emit('error', reason);
      });
    done();
  });
});
