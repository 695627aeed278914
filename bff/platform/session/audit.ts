import { Counter } from '@prometheus-io/client';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { SIGN_IN_PROBLEMS, type SignInProblem } from '#platform/contract/session/session-state.ts';

interface Details {
  readonly subject?: string | undefined;
  /** Correlates the log lines of one session. It is not a credential. */
  readonly version?: string | undefined;
  /** Reason for which a sign-in ended. */
  readonly problem?: SignInProblem;
  /** An exception, which makes the line an error. */
  readonly err?: unknown;
}

export type Audit = (log: FastifyBaseLogger, event: string, details: Details, reason?: string) => void;

/** Logs and counts session events. Never logs a token, an authorization code or a cookie. */
export function createAudit({ metrics }: FastifyInstance): Audit {
  const events = new Counter({
    name: 'session_events_total',
    help: 'Session events, and the problem with which a sign-in ended',
    labelNames: ['event', 'problem'],
    registers: [metrics],
  });
  // Starts at 0, because a rate needs a sample from before the first event.
  events.inc({ event: 'sign-in', problem: '' }, 0);
  for (const problem of SIGN_IN_PROBLEMS) events.inc({ event: 'refusal', problem }, 0);
  return (log, event, { subject, version, problem, err }, reason) => {
    events.inc({ event, problem: problem ?? '' });
    log[err === undefined ? 'info' : 'error'](
      { session: event, subject, version, problem, reason, err },
      'session',
    );
  };
}
