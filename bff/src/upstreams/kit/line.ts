import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { createBreaker } from './breaker.ts';
import { Failure, statusFailure, transportFailure } from './failure.ts';
import { readText, streamOf, type Answer } from './reply.ts';
import { createRetries, retryAfterMs } from './retries.ts';
import type { Sendable } from './sendable.ts';
import type { Settings } from './settings.ts';
import { createSlots } from './slots.ts';
import { following, orAborted } from './waiting.ts';

export type State = 'up' | 'degraded' | 'unknown';

const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'];
/** An error's body is read so far and no farther. */
const IGNORED_BYTES = 16_384;

const ignore = () => {};

/** The connections to one upstream, with everything that keeps its trouble from becoming ours. */
export function createLine(origin: string, settings: Settings, changed: Parameters<typeof createBreaker>[1]) {
  const pool = new Pool(origin, {
    connections: settings.connections,
    connectTimeout: settings.connectMs,
    // With HTTP/2 a connection would carry many requests, and the bulkhead would count something else.
    allowH2: false,
  });
  const slots = createSlots(settings.connections, settings.waiting);
  const breaker = createBreaker(settings, changed);
  const retrying = createRetries();
  let last: 'none' | 'fine' | 'failing' = 'none';

  async function exchange(given: Sendable, signal: AbortSignal): Promise<Answer> {
    const { method, path, headers, body, settings } = given;
    const reply = await orAborted(
      pool.request({
        method,
        path,
        headers,
        body,
        signal,
        headersTimeout: settings.headersMs,
        bodyTimeout: settings.idleMs,
      }),
      signal,
    );
    const status = reply.statusCode;
    // Who reads the body hears of its errors; of one that nobody reads, nobody needs to.
    reply.body.on('error', ignore);
    const success = status >= 200 && status < 300;
    if (!success && !given.translated.includes(status)) {
      void reply.body.dump({ limit: IGNORED_BYTES, signal }).catch(ignore);
      const wait = reply.headers['retry-after'];
      throw statusFailure(status, retryAfterMs(Array.isArray(wait) ? wait[0] : wait));
    }
    const coding = reply.headers['content-encoding'] ?? 'identity';
    if (coding !== 'identity') {
      reply.body.destroy();
      throw new Failure('unusable', `sent ${String(coding)}, which was not asked for`);
    }
    const contentType = String(reply.headers['content-type'] ?? '');
    if (success && given.stream)
      return { status, contentType, stream: streamOf(reply.headers, reply.body, given.keep) };
    return { status, contentType, text: await readText(reply.body, settings.replyBytes) };
  }

  async function attempt(given: Sendable, signal: AbortSignal): Promise<Answer> {
    const release = await slots.take(signal);
    let answer: Answer | undefined;
    try {
      answer = await breaker.guard(async () => {
        try {
          const answer = await exchange(given, signal);
          last = 'fine';
          return answer;
        } catch (error) {
          const meant = signal.aborted ? signal.reason : transportFailure(error);
          if (meant instanceof Failure) last = meant.counted ? 'failing' : 'fine';
          throw meant;
        }
      });
      return answer;
    } finally {
      if (answer?.stream) answer.stream.body.once('close', release);
      else release();
    }
  }

  return {
    /** Rejects with a `Failure`, or the signal's reason. */
    async send(given: Sendable, outer: AbortSignal): Promise<Answer> {
      const { totalMs } = given.settings;
      const { signal, abort, letGo } = following(outer);
      const deadline = setTimeout(
        () => abort(new Failure('late', `took longer than ${totalMs} ms`)),
        totalMs,
      );
      const repeatable = IDEMPOTENT.includes(given.method) && !(given.body instanceof Readable);
      const deadlineAt = performance.now() + totalMs;
      let answer: Answer | undefined;
      try {
        answer = await retrying({ repeatable, signal, deadlineAt }, () => attempt(given, signal));
        return answer;
      } finally {
        clearTimeout(deadline);
        // A stream goes on, and so does the browser's right to leave.
        if (answer?.stream) answer.stream.body.once('close', letGo);
        else letGo();
        if (!answer && given.body instanceof Readable) given.body.on('error', ignore).destroy();
      }
    },
    /** Nothing was asked yet: unknown. */
    state: (): State =>
      last === 'none' ? 'unknown' : last === 'fine' && breaker.closed() ? 'up' : 'degraded',
    /** Resolves when what is under way has ended. */
    close: () => pool.close(),
  };
}
