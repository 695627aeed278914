import type { SessionReply } from '@web/bff/contract/kit/session/session-state';
import { api } from '#platform/api/api.ts';
import { CallError } from '#platform/api/call-error.ts';
import { knownSession, learnSession } from './known-session.ts';

type Reply =
  | { readonly ok: true; readonly body: SessionReply }
  | { readonly ok: false; readonly problem: CallError['problem'] };

/** The session's own calls are the platform's, so no contract has them. */
export const sessionApi = api as unknown as (key: string, request?: object) => Promise<Reply>;

/** Asks who is signed in, which does not postpone the end of the session; `POST` does. Rejects with a `CallError`. */
export async function askSession(method: 'GET' | 'POST' = 'GET'): Promise<SessionReply> {
  const version = knownSession()?.version;
  const reply = await sessionApi(`${method} /session`);
  if (!reply.ok) throw new CallError(reply.problem);
  if (version === knownSession()?.version) learnSession(reply.body.session);
  return reply.body;
}

let asking: Promise<unknown> | undefined;

/** Resolves when it is known who is there: the BFF is asked if no call has told it yet. For a loader that needs `may`. */
export async function sessionIsKnown(): Promise<void> {
  if (knownSession() === undefined) await (asking ??= askSession().finally(() => (asking = undefined)));
}
