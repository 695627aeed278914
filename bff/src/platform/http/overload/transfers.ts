import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/kit/limits.ts';
import { clientNetwork } from '#platform/http/client-network.ts';
import { SAFE_METHODS } from '#platform/http/csrf.ts';
import { isStream } from '#platform/http/is-stream.ts';
import type { Admission } from './admission.ts';
import { dropBody, isBodyArriving } from './unread-body.ts';
import { createUnreadReplies } from './unread-replies.ts';

/**
 * A request that waits for its client, which sends a body or reads a response, is no work: it holds no place of `Admission`. Instead one
 * address and one session have at most so many bodies that arrive and responses that stream.
 */
export const transfers = fp<{ admission: Admission }>(
  async (app, { admission }) => {
    const open = new Map<string, number>();
    const add = (key: string, count: number) => {
      const sum = (open.get(key) ?? 0) + count;
      if (sum === 0) open.delete(key);
      else open.set(key, sum);
    };
    const ends = new WeakMap<ServerResponse, () => void>();
    const keepUnread = createUnreadReplies();

    /** Counts a transfer until its end or that of its response. Returns the refusal of one too many. */
    function begin({ ip, found }: FastifyRequest, response: ServerResponse): AppError | undefined {
      // One whose client has left would never end.
      if (ends.has(response) || response.destroyed) return undefined;
      const most = new Map<string, number>([[`address ${clientNetwork(ip)}`, limits.TRANSFERS_AN_ADDRESS]]);
      if (found) most.set(`session ${found.key}`, limits.TRANSFERS_A_SESSION);
      for (const [key, limit] of most)
        if ((open.get(key) ?? 0) >= limit)
          return platformError('too-many-requests', { retryAfterSeconds: 10 });
      const end = () => void (ends.delete(response) && most.forEach((_limit, key) => add(key, -1)));
      most.forEach((_limit, key) => add(key, 1));
      ends.set(response, end);
      response.once('close', end);
      return undefined;
    }

    // After every `onRequest`: nothing waits for the body of a request that is refused.
    app.addHook('preParsing', (request, { raw: response }, _payload, done) => {
      const { raw, deadline, method } = request;
      if (SAFE_METHODS.has(method) || !isBodyArriving(raw)) return done();
      const refusal = begin(request, response);
      if (refusal) return done(refusal);
      admission.leave(response);
      // Fastify reads the body until its end or an error: the deadline is one.
      deadline.race(new Promise(() => {})).catch((reason: unknown) => {
        if (reason instanceof AppError && isBodyArriving(raw) && raw.listenerCount('error') > 0)
          raw.emit('error', reason);
      });
      done();
    });

    app.addHook('preValidation', ({ raw }, { raw: response }, done) => {
      const end = ends.get(response);
      if (!end) return done();
      // An upload arrives while its handler runs, which goes on to work when it is there.
      if (isBodyArriving(raw)) {
        raw.once('end', () => {
          end();
          if (!response.headersSent && !response.destroyed) admission.enter(response);
        });
        return done();
      }
      end();
      done(admission.admit(response) ? undefined : platformError('unavailable', { retryAfterSeconds: 1 }));
    });

    app.addHook('onSend', (request, reply, payload, done) => {
      const { raw: response } = reply;
      admission.leave(response);
      if (!isStream(payload)) {
        if (isBodyArriving(request.raw)) {
          // Fastify sets it for a body that cannot be parsed; the raw one says that the server closes.
          if (!response.hasHeader('connection')) reply.removeHeader('connection');
          dropBody(request.raw, response);
        }
        if (typeof payload === 'string' || Buffer.isBuffer(payload))
          keepUnread(response, payload.length, () => clientNetwork(request.ip));
        return done(null, payload);
      }
      const refusal = begin(request, response);
      if (!refusal) return done(null, payload);
      if (payload instanceof ReadableStream) payload.cancel().catch(() => {});
      else (payload as Readable).destroy();
      for (const name of ['content-encoding', 'content-disposition', 'etag']) reply.removeHeader(name);
      done(refusal);
    });
  },
  { name: 'transfers', dependencies: ['overload'] },
);
