import fp from 'fastify-plugin';
import { platformError } from '#contract/app-error.ts';
import { limits } from '#contract/constants.ts';

/** The browser has closed the connection before it had its answer. */
export class BrowserLeft extends Error {}

export interface Deadline {
  /** Aborts when the deadline passes or the browser leaves. */
  readonly signal: AbortSignal;
  /** The work, or the reason of the signal as soon as it aborts, whatever the work still does then. */
  readonly meet: <T>(work: T | Promise<T>) => Promise<T>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the work of a call has to keep to. */
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
    app.addHook('onRequest', (request, reply, done) => {
      const controller = new AbortController();
      const { signal } = controller;
      const timer = setTimeout(
        () => controller.abort(platformError('deadline-exceeded')),
        request.routeOptions.config.deadlineMs ?? limits.CALL_MS,
      );
      reply.raw.once('close', () => {
        clearTimeout(timer);
        if (!reply.raw.writableFinished) controller.abort(new BrowserLeft('the browser left'));
      });
      request.deadline = {
        signal,
        meet: (work) => until(signal, work).finally(() => clearTimeout(timer)),
      };
      done();
    });
  },
  { name: 'deadlines' },
);

const until = <T>(signal: AbortSignal, work: T | Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave));
  });
