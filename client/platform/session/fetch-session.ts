import type { SessionReply } from '@web/bff/platform/contract/session/session-state';
import { CallError } from '#platform/api/call-error.ts';
import { sendCall } from '#platform/api/send-call.ts';
import { knownSession, updateSession } from './known-session.ts';

type Reply =
  | { readonly ok: true; readonly body: SessionReply }
  | { readonly ok: false; readonly problem: CallError['problem'] };

/** Sends a request to a session endpoint. Untyped, because the contract has no session endpoints. */
export const sessionApi = sendCall as (key: string, request?: object) => Promise<Reply>;

/** Fetches the session. `POST` also extends the session. Rejects with a `CallError`. */
export async function fetchSession(method: 'GET' | 'POST' = 'GET'): Promise<SessionReply> {
  const version = knownSession()?.version;
  const reply = await sessionApi(`${method} /session`);
  if (!reply.ok) throw new CallError(reply.problem);
  if (version === knownSession()?.version) updateSession(reply.body.session);
  return reply.body;
}

let fetching: Promise<unknown> | undefined;

/** Resolves once the session is known. Fetches the session if necessary. Await this in a loader that uses `can`. */
export async function sessionIsKnown(): Promise<void> {
  if (knownSession() === undefined) await (fetching ??= fetchSession().finally(() => (fetching = undefined)));
}
