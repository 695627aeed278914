import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge } from '@prometheus-io/client';
import fp from 'fastify-plugin';
import { limits } from '#platform/contract/limits.ts';
import { bareProblem } from '#platform/http/errors/bare-problem.ts';
import { requestId } from '#platform/http/response-headers.ts';

const SAMPLE_MS = 250;
/** Event loop utilization at or above which the process counts as busy. */
const BUSY = 0.95;

const isInFlight = Symbol('isInFlight');
type Admitted = ServerResponse & { [isInFlight]?: boolean };

/**
 * Limits the requests in progress. While the event loop is busy, the limit falls to `limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY`, because more
 * requests would only wait in the event loop. Otherwise, it rises to `limits.MAX_CONCURRENT_REQUESTS`.
 */
export class ConcurrencyLimiter {
  inFlight = 0;
  rejected = 0;
  readonly #onRejections: (rejected: number) => void;
  #limit: number = limits.MAX_CONCURRENT_REQUESTS;
  #peakInFlight = 0;
  #rejectedBefore = 0;
  #sampledAt = performance.now();
  #used = performance.eventLoopUtilization();

  /** Calls `onRejections` with the number of new rejections, at most four times a second. */
  constructor(onRejections: (rejected: number) => void) {
    this.#onRejections = onRejections;
  }

  /** Returns true if the request may run. An admitted request counts until its response closes, or until `leave`. */
  admit(response: Admitted): boolean {
    // Takes the sample here, because a timer would wake an idle process.
    if (performance.now() - this.#sampledAt >= SAMPLE_MS) this.#sample();
    if (this.inFlight >= this.#limit) {
      this.rejected += 1;
      return false;
    }
    this.enter(response);
    return true;
  }

  enter(response: Admitted): void {
    // Marks the response itself. If responses were in a set, V8 would free them much later.
    if (response[isInFlight]) return;
    response[isInFlight] = true;
    this.inFlight += 1;
    this.#peakInFlight = Math.max(this.#peakInFlight, this.inFlight);
    response.once('close', () => this.leave(response));
  }

  leave(response: Admitted): void {
    if (!response[isInFlight]) return;
    response[isInFlight] = false;
    this.inFlight -= 1;
  }

  #sample(): void {
    const isBusy = performance.eventLoopUtilization(this.#used).utilization >= BUSY;
    const rejected = this.rejected - this.#rejectedBefore;
    if (rejected > 0) this.#onRejections(rejected);
    this.#limit = this.#nextLimit(isBusy, rejected);
    this.#peakInFlight = this.inFlight;
    this.#rejectedBefore = this.rejected;
    this.#sampledAt = performance.now();
    this.#used = performance.eventLoopUtilization();
  }

  #nextLimit(isBusy: boolean, rejected: number): number {
    const { MAX_CONCURRENT_REQUESTS: highest, MAX_CONCURRENT_REQUESTS_WHEN_BUSY: lowest } = limits;
    if (isBusy) return Math.max(0.8 * Math.min(this.#limit, this.#peakInFlight), lowest);
    return rejected > 0 ? Math.min(1.1 * this.#limit, highest) : highest;
  }
}

/** Sends 503 without Fastify and without a log line, because both would cost time under overload. */
export function sendOverloaded(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = bareProblem('unavailable', requestId(request));
  response.writeHead(status, { ...headers, 'retry-after': '1' }).end(body);
}

/** Adds metrics. Stops counting a request when its response begins, so that a slow client does not count towards the limit. */
export const limitConcurrency = fp<{ limiter: ConcurrencyLimiter }>(
  async (app, { limiter }) => {
    app.addHook('onSend', (_request, { raw }, payload, done) => {
      limiter.leave(raw);
      done(null, payload);
    });
    const registers = [app.metrics];
    const inFlight: Gauge = new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests in progress, without a response yet',
      registers,
      collect: () => inFlight.set(limiter.inFlight),
    });
    const shed: Counter = new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests rejected with 503 because of overload; no other metric counts them',
      registers,
      collect() {
        shed.reset();
        shed.inc(limiter.rejected);
      },
    });
  },
  { name: 'limitConcurrency', dependencies: ['metrics'] },
);
