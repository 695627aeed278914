import type { FastifyRequest } from 'fastify';
import { statusHandlers } from '#calls/status/status.ts';

interface Context {
  readonly session: { readonly subject: string | null };
  readonly request: FastifyRequest;
}

/** Logs the user of each write. */
const write = ({ session, request }: Context): void =>
  request.log.warn(`${request.routeOptions.url} ${request.method} by ${session.subject}`);

export const handlers = {
  ...statusHandlers,
  'GET /notes': ({ session }: Context) => ({ owner: session.subject }),
  'POST /notes': write,
  'PUT /notes': write,
  'DELETE /notes': write,
  'POST /scans': write,
  'POST /remarks': write,
};
