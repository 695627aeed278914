import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge } from '@prometheus-io/client';
import fp from 'fastify-plugin';
import { limits } from '#platform/contract/limits.ts';
import { bareProblem } from '#platform/http/errors/bare-problem.ts';
import { requestId } from '#platform/http/response-headers.ts';

const SAMPLE_MS = 250;
/** Event loop utilization at or above which the process counts as busy. */
const BUSY = 0.95;
/** Event loop utilization below which the requests in work do not need the process: they wait for something other than an upstream. */
const IDLE = 0.5;

const state = Symbol('state');
interface State {
  /** Number of upstream requests for which the request waits. */
  waits: number;
  /** Number of samples taken when the request began to wait. */
  since: number;
}
/** The state is undefined if the request is not, or no longer, in flight. */
type Admitted = IncomingMessage & { [state]?: State | undefined };

/**
 * Limits the requests in progress to `limits.MAX_CONCURRENT_REQUESTS`. While the event loop is busy, the requests in work are limited, too, down to
 * `limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY`, because more would only wait in the event loop.
 *
 * A request is not in work while it waits for a slow upstream: for at least one whole turn of the event loop. Within a turn, its response may have
 * arrived, and wait for the event loop.
 */
export class ConcurrencyLimiter {
  inFlight = 0;
  rejected = 0;
  readonly #onRejections: (rejected: number) => void;
  #limit: number = limits.MAX_CONCURRENT_REQUESTS;
  #peakInWork = 0;
  #rejectedBefore = 0;
  #samples = 0;
  #sampledAt = performance.now();
  #isSampledInTurn = false;
  #used = performance.eventLoopUtilization();
  /** Requests that began to wait since the last sample, between the last two, and before. */
  readonly #waiting = [0, 0, 0] as [number, number, number];

  /** Calls `onRejections` with the number of new rejections, at most four times a second. */
  constructor(onRejections: (rejected: number) => void) {
    this.#onRejections = onRejections;
  }

  get inWork(): number {
    return this.inFlight - this.#waiting[2];
  }

  /** Returns true if the request may run. An admitted request counts until its response closes, or until `leave`. */
  admit(request: Admitted, response: ServerResponse): boolean {
    // Takes the sample here, because a timer would wake an idle process.
    if (!this.#isSampledInTurn && performance.now() - this.#sampledAt >= SAMPLE_MS) this.#sample();
    if (this.inFlight >= limits.MAX_CONCURRENT_REQUESTS || this.inWork >= this.#limit) {
      this.rejected += 1;
      return false;
    }
    // Marks the request itself. If requests were in a map, V8 would free them much later.
    request[state] = { waits: 0, since: 0 };
    this.inFlight += 1;
    this.#peakInWork = Math.max(this.#peakInWork, this.inWork);
    response.once('close', () => this.leave(request));
    return true;
  }

  /** Counts a request as waiting for an upstream request, until the returned function is called. */
  wait({ [state]: admitted }: Admitted): () => void {
    if (!admitted) return () => {};
    admitted.waits += 1;
    if (admitted.waits === 1) {
      admitted.since = this.#samples;
      this.#waiting[0] += 1;
    }
    return () => {
      admitted.waits -= 1;
      if (admitted.waits === 0) this.#stopWaiting(admitted);
    };
  }

  leave(request: Admitted): void {
    const admitted = request[state];
    if (!admitted) return;
    request[state] = undefined;
    this.inFlight -= 1;
    if (admitted.waits > 0) this.#stopWaiting(admitted);
    // The upstream request may end later.
    admitted.waits = Infinity;
  }

  #stopWaiting({ since }: State): void {
    this.#waiting[Math.min(this.#samples - since, 2) as 0 | 1 | 2] -= 1;
  }

  #sample(): void {
    const { utilization } = performance.eventLoopUtilization(this.#used);
    const rejected = this.rejected - this.#rejectedBefore;
    if (rejected > 0) this.#onRejections(rejected);
    this.#limit = this.#nextLimit(utilization, rejected, (performance.now() - this.#sampledAt) / SAMPLE_MS);
    const [recent, earlier] = this.#waiting;
    this.#waiting[2] += earlier;
    this.#waiting[1] = recent;
    this.#waiting[0] = 0;
    this.#samples += 1;
    this.#peakInWork = this.inWork;
    this.#rejectedBefore = this.rejected;
    this.#sampledAt = performance.now();
    this.#used = performance.eventLoopUtilization();
    this.#isSampledInTurn = true;
    setImmediate(() => (this.#isSampledInTurn = false));
  }

  /** The limit rises with time, not with samples: after a burst, few requests may arrive that take one. */
  #nextLimit(utilization: number, rejected: number, turns: number): number {
    const { MAX_CONCURRENT_REQUESTS: highest, MAX_CONCURRENT_REQUESTS_WHEN_BUSY: lowest } = limits;
    if (utilization >= BUSY) return Math.max(0.8 * Math.min(this.#limit, this.#peakInWork), lowest);
    if (utilization < IDLE || rejected === 0) return highest;
    return Math.min(1.1 ** turns * this.#limit, highest);
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
    app.decorateRequest('waitsForUpstream', function waitsForUpstream() {
      return limiter.wait(this.raw);
    });
    app.addHook('onSend', ({ raw }, _reply, payload, done) => {
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
