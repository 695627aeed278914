import { Counter } from '@prometheus-io/client';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

type SessionEvent =
  | 'sign-in'
  | 'change'
  | 'sign-out'
  | 'end'
  | 'refusal'
  | 'refresh'
  | 'refresh-failed'
  | 'credential-refused'
  | 'back-channel-logout';

interface Facts {
  readonly subject?: string | undefined;
  /** Of the session, by which its lines belong together. It is no credential. */
  readonly version?: string;
  readonly reason?: string | undefined;
}

export type Audit = (log: FastifyBaseLogger, event: SessionEvent, facts: Facts) => void;

/** Makes the function that logs and counts what happens to sessions: who and why, with the request's id; never a token, a code or a cookie. */
export function createAudit({ metrics }: FastifyInstance): Audit {
  const events = new Counter({
    name: 'session_events_total',
    help: 'What has happened to sessions',
    labelNames: ['event'],
    registers: [metrics],
  });
  return (log, event, facts) => {
    events.inc({ event });
    log.info({ session: event, ...facts }, 'session');
  };
}
