import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/constants.ts';

/** The browser has closed the connection before it had its answer. */
export class ClientDisconnected extends Error {}

/** What the work of a call has to keep to. */
export class Deadline {
  readonly #timer: NodeJS.Timeout;
  #controller: AbortController | undefined;
  #reason: unknown;
  #isOver = false;
  #leave: ((reason: unknown) => void) | undefined;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.end(platformError('deadline-exceeded')), ms);
  }

  /** Aborts when the deadline passes or the browser leaves. Made when it is first asked for: many calls have no use for it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isOver) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** The work, or the reason of the signal as soon as it aborts, whatever the work still does then. */
  meet<T>(work: T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) reject(this.#reason);
      this.#leave = reject;
      Promise.resolve(work)
        .finally(() => this.met())
        .then(resolve, reject);
    });
  }

  /** The answer has left: nothing is to be met any more. */
  met(): void {
    clearTimeout(this.#timer);
  }

  end(reason: unknown): void {
    this.met();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reason = reason;
    this.#leave?.(reason);
    this.#controller?.abort(reason);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    deadline: Deadline;
  }
  interface FastifyContextConfig {
    /** Milliseconds for the work of a call; `limits.CALL_MS` unless said. */
    deadlineMs?: number;
  }
}

/**
 * Gives every request its deadline. Fastify's own `handlerTimeout` and `request.signal` would not do: they take the end of a
 * request's body for the browser's leaving.
 */
export const deadlines = fp(
  async (app) => {
    app.decorateRequest('deadline');
    app.addHook('onRequest', (request, { raw }, done) => {
      const deadline = new Deadline(request.routeOptions.config.deadlineMs ?? limits.CALL_MS);
      raw.once('close', () => {
        if (raw.writableFinished) deadline.met();
        else deadline.end(new ClientDisconnected('the browser left'));
      });
      request.deadline = deadline;
      done();
    });
  },
  { name: 'deadlines' },
);
