import fp from 'fastify-plugin';
import type { IsTrusted } from './client-address.ts';
import { compression } from './compression.ts';
import { deadlines } from './deadlines.ts';
import { admissions, type Admission } from './overload/admission.ts';
import { clientLimits } from './overload/client-limits.ts';

/** Limits concurrency, time, streams and response size. */
export const requestLimits = fp<{ admission: Admission; isTrusted: IsTrusted }>(
  async (app, { admission, isTrusted }) => {
    await app.register(admissions, { admission });
    await app.register(deadlines);
    // Before compression, because it may replace a stream with a problem.
    await app.register(clientLimits, { isTrusted });
    await app.register(compression);
  },
  { name: 'limits', dependencies: ['metrics'] },
);
