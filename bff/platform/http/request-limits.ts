import fp from 'fastify-plugin';
import type { IsTrusted } from './client-address.ts';
import { compression } from './compression.ts';
import { deadlines } from './deadlines.ts';
import { limitConcurrency, type ConcurrencyLimiter } from './overload/concurrency-limiter.ts';
import { clientLimits } from './overload/client-limits.ts';

export const requestLimits = fp<{ limiter: ConcurrencyLimiter; isTrusted: IsTrusted }>(
  async (app, { limiter, isTrusted }) => {
    await app.register(limitConcurrency, { limiter });
    await app.register(deadlines);
    // Registered before compression: instead of a stream, `clientLimits` may send a problem, and compression needs the final body.
    await app.register(clientLimits, { isTrusted });
    await app.register(compression);
  },
  { name: 'limits', dependencies: ['metrics'] },
);
