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

/** Whose session it is, and its version, by which its lines belong together: that is no credential. */
type Whose = Readonly<Partial<Record<'subject' | 'version', string | undefined>>>;

export type Audit = (log: FastifyBaseLogger, event: SessionEvent, whose: Whose, reason?: string) => void;

/** Makes the function that logs and counts what happens to sessions: who and why, with the request's id; never a token, a code or a cookie. */
export function createAudit({ metrics }: FastifyInstance): Audit {
  const events = new Counter({
    name: 'session_events_total',
    help: 'What has happened to sessions',
    labelNames: ['event'],
    registers: [metrics],
  });
  return (log, event, { subject, version }, reason) => {
    events.inc({ event });
    log.info({ session: event, subject, version, reason }, 'session');
  };
}
