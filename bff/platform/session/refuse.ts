import type { FastifyReply } from 'fastify';
import { AppError } from '#platform/contract/app-error.ts';
import type { SignInProblem } from '#platform/contract/session/session-state.ts';
import type { Audit } from './audit.ts';
import { toScreen } from './navigation.ts';

interface Refusal {
  /** Path to return to after another attempt. */
  readonly to?: string;
  readonly reason: string;
  readonly subject?: string | undefined;
  readonly err?: unknown;
}

export type Refuse = ReturnType<typeof createRefuse>;

function problemOf({ problem, statusCode }: { problem?: SignInProblem; statusCode?: number }): SignInProblem {
  if (problem !== undefined) return problem;
  if (statusCode === 429) return 'too-many';
  return statusCode === 503 ? 'unavailable' : 'provider';
}

/** Creates the only way in which a navigation to sign in fails: each failure is one log line, one count, and a redirect to its screen. */
export function createRefuse(audit: Audit) {
  const refuse = (reply: FastifyReply, problem: SignInProblem, { to, reason, ...details }: Refusal) => {
    audit(reply.request.log, 'refusal', { ...details, problem }, reason);
    return toScreen(reply, { problem, ...(to !== undefined && { to }) });
  };
  return Object.assign(refuse, {
    /** Refuses because of an error, whose stack is logged unless the message explains it. */
    error: (reply: FastifyReply, error: Error & { readonly problem?: SignInProblem }, to?: string) => {
      const isExplained = error.problem !== undefined || error instanceof AppError;
      const details = { reason: error.message, ...(to !== undefined && { to }) };
      const hasStack = !isExplained || error.cause !== undefined;
      return refuse(reply, problemOf(error), { ...details, ...(hasStack && { err: error }) });
    },
  });
}
