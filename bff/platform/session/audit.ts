import { Counter } from '@prometheus-io/client';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Fields that identify a session in the log. `version` correlates the log lines of one session. It is not a credential. */
type Identity = Readonly<Partial<Record<'subject' | 'version', string | undefined>>>;

export type Audit = (log: FastifyBaseLogger, event: string, session: Identity, reason?: string) => void;

/** Logs and counts session events. Never logs a token, an authorization code or a cookie. */
export function createAudit({ metrics }: FastifyInstance): Audit {
  const events = new Counter({
    name: 'session_events_total',
    help: 'Session events',
    labelNames: ['event'],
    registers: [metrics],
  });
  return (log, event, { subject, version }, reason) => {
    events.inc({ event });
    log.info({ session: event, subject, version, reason }, 'session');
  };
}
