import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge } from '@prometheus-io/client';
import fp from 'fastify-plugin';
import { limits } from '#contract/kit/limits.ts';
import { bareProblem } from '#platform/http/errors/bare-problem.ts';
import { requestId } from '#platform/http/response-headers.ts';

const SAMPLE_MS = 250;
/** The share of its time that the event loop works, from which on it counts as busy. */
const BUSY = 0.95;

const isUnderWay = Symbol('isUnderWay');
type Admitted = ServerResponse & { [isUnderWay]?: boolean };

/**
 * Admits requests up to a limit of those under way. While the event loop is busy the limit falls to `limits.REQUESTS_UNDER_WAY_WHEN_BUSY`,
 * because more would only wait for it; while it is not, the limit rises to `limits.REQUESTS_UNDER_WAY`.
 */
export class Admission {
  #underWay = 0;
  readonly #onRefusals: (refused: number) => void;
  #limit: number = limits.REQUESTS_UNDER_WAY;
  #most = 0;
  #refused = 0;
  #refusedBefore = 0;
  #sampledAt = performance.now();
  #used = performance.eventLoopUtilization();

  /** `onRefusals` gets how many requests were refused, at most four times a second. */
  constructor(onRefusals: (refused: number) => void) {
    this.#onRefusals = onRefusals;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Requests refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Whether the request may run. Then it is under way until its response is closed, or until `leave`. */
  admit(response: Admitted): boolean {
    // At a request and not by a timer, which would wake an idle process.
    if (performance.now() - this.#sampledAt >= SAMPLE_MS) this.#sample();
    if (this.#underWay >= this.#limit) {
      this.#refused += 1;
      return false;
    }
    this.enter(response);
    return true;
  }

  /** Counts a request that was admitted before, and left. */
  enter(response: Admitted): void {
    // A mark and no set of responses: V8 would keep each for much longer.
    if (response[isUnderWay]) return;
    response[isUnderWay] = true;
    this.#underWay += 1;
    this.#most = Math.max(this.#most, this.#underWay);
    response.once('close', () => this.leave(response));
  }

  leave(response: Admitted): void {
    if (!response[isUnderWay]) return;
    response[isUnderWay] = false;
    this.#underWay -= 1;
  }

  #sample(): void {
    const isBusy = performance.eventLoopUtilization(this.#used).utilization >= BUSY;
    const refused = this.#refused - this.#refusedBefore;
    if (refused > 0) this.#onRefusals(refused);
    this.#limit = this.#nextLimit(isBusy, refused);
    this.#most = this.#underWay;
    this.#refusedBefore = this.#refused;
    this.#sampledAt = performance.now();
    this.#used = performance.eventLoopUtilization();
  }

  #nextLimit(isBusy: boolean, refused: number): number {
    const { REQUESTS_UNDER_WAY: highest, REQUESTS_UNDER_WAY_WHEN_BUSY: lowest } = limits;
    if (isBusy) return Math.max(0.8 * Math.min(this.#limit, this.#most), lowest);
    return refused > 0 ? Math.min(1.1 * this.#limit, highest) : highest;
  }
}

/** Seconds until a refused request may be sent again. */
const RETRY_AFTER = '1';

/** Sends 503 without Fastify. Not logged: a line for each would cost time that the others need. */
export function refuse(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = bareProblem('unavailable', requestId(request));
  response.writeHead(status, { ...headers, 'retry-after': RETRY_AFTER }).end(body);
}

/** Measures requests in progress. A response that waits for its client, as streams do, does not count. */
export const admissions = fp<{ admission: Admission }>(
  async (app, { admission }) => {
    app.addHook('onSend', (_request, { raw }, payload, done) => {
      admission.leave(raw);
      done(null, payload);
    });
    const registers = [app.metrics];
    const underWay: Gauge = new Gauge({
      name: 'http_requests_under_way',
      help: 'Requests without a response yet',
      registers,
      collect: () => underWay.set(admission.underWay),
    });
    const shed: Counter = new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused with 503 because of overload, which no other metric counts',
      registers,
      collect() {
        shed.reset();
        shed.inc(admission.refused);
      },
    });
  },
  { name: 'admissions', dependencies: ['metrics'] },
);
