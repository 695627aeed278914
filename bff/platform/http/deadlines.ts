import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { AppError, platformError } from '#platform/contract/app-error.ts';
import { limits } from '#platform/contract/limits.ts';
import { isBodyArriving } from './bodies.ts';
import { waitedMs } from './overload/schedule.ts';

export class ClientDisconnected extends Error {}

/** Limits the time of a handler. Aborts the handler's work after the deadline, or when the client disconnects. */
export class Deadline {
  readonly #request: IncomingMessage;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners = new Set<(reason: unknown) => void>();
  #signal: AbortSignal | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #onAbort: ((reason: unknown) => void) | undefined;

  /**
   * Starts the timer. If it expires before the response has begun, the deadline aborts. After `race` or `clear`, an abort no longer calls `onAbort`.
   */
  constructor(
    ms: number,
    request: IncomingMessage,
    hasBegun: () => boolean,
    onAbort: (reason: unknown) => void,
  ) {
    this.#request = request;
    this.#onAbort = onAbort;
    this.#timer = setTimeout(
      () =>
        hasBegun() ||
        this.abort(platformError(this.isClientLate() ? 'request-timeout' : 'deadline-exceeded')),
      ms,
    );
  }

  /** True while the BFF waits for more of the request body. */
  isClientLate(): boolean {
    return isBodyArriving(this.#request) && this.#request.readableLength === 0;
  }

  get isAborted(): boolean {
    return this.#aborted !== undefined;
  }

  /** Calls `listener` with the reason of the abort, at once if there has been one. Returns a function that removes the listener. */
  whenAborted(listener: (reason: unknown) => void): () => void {
    if (this.#aborted) listener(this.#aborted.reason);
    else this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Signal that aborts with `deadline-exceeded`, `request-timeout` or a `ClientDisconnected`. For handlers: it costs more than `whenAborted`. */
  get signal(): AbortSignal {
    if (!this.#signal) {
      const controller = new AbortController();
      this.#signal = controller.signal;
      this.whenAborted((reason) => controller.abort(reason));
    }
    return this.#signal;
  }

  /** Settles like `work`, but rejects on abort without waiting for `work`. After `clear`, only returns `work`. */
  race<T>(work: Promise<T>): Promise<T> {
    if (!this.#onAbort) return work;
    return new Promise((resolve, reject) => {
      if (this.#aborted) reject(this.#aborted.reason);
      this.#onAbort = reject;
      work.then(resolve, reject);
    });
  }

  /** Stops the timer, because the response has begun. A disconnect still aborts the signal. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#onAbort = undefined;
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#aborted.reason;
  }

  abort(reason: unknown): void {
    clearTimeout(this.#timer);
    if (this.#aborted) return;
    this.#aborted = { reason };
    this.#onAbort?.(reason);
    for (const listener of this.#listeners) listener(reason);
  }
}

/**
 * Sets the deadline of each request, counted from its arrival, for the hooks and handlers of all routes. Replaces Fastify's `handlerTimeout` and
 * `request.signal`, because Fastify aborts the signal as soon as the request body has ended.
 */
export const deadlines = fp(async function deadlines(app) {
  app.decorateRequest('deadline');
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    const ms = request.routeOptions.config.deadlineMs ?? limits.CALL_MS;
    // Also checks `raw`, because a plugin may have written to it directly.
    const hasBegun = () => reply.sent || raw.headersSent;
    const deadline = new Deadline(ms - waitedMs(request.raw), request.raw, hasBegun, (reason) => {
      if (!(reason instanceof AppError)) return;
      // Emits an error, because otherwise Fastify would continue to wait for the body.
      if (isBodyArriving(request.raw) && request.raw.listenerCount('error') > 0)
        request.raw.emit('error', reason);
      else if (!reply.sent) void reply.send(reason);
    });
    raw.once('close', () => {
      if (raw.writableFinished) deadline.clear();
      else deadline.abort(new ClientDisconnected('the client closed the connection before the response'));
    });
    request.deadline = deadline;
    done();
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function raced(request, reply) {
      const result: unknown = handler.call(this, request, reply);
      return result instanceof Promise ? request.deadline.race(result) : result;
    };
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    // A request that an earlier hook has rejected has no deadline.
    (request.deadline as Deadline | undefined)?.clear();
    done(null, payload);
  });
});
