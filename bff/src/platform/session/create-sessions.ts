import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { platformError } from '#contract/kit/app-error.ts';
import type { Roles } from '#contract/kit/call.ts';
import { anonymous, type SessionSchema } from '#contract/kit/session/define-session.ts';
import type { Limit } from './attempts.ts';
import type { Audit } from './audit.ts';
import { sendSessionCookies } from './cookies.ts';
import { createFindSession, hashOf, isSame, keep } from './find-session.ts';
import { createSessionFit } from './session-fit.ts';
import type { SessionStore, StoredSession } from './store/session-store.ts';

export type NewSession = Pick<
  StoredSession,
  'subject' | 'role' | 'person' | 'private' | 'tokens' | 'check' | 'sid'
>;

export interface SessionsOptions {
  readonly schema: SessionSchema;
  readonly permissionsOf: Roles;
  readonly store: SessionStore;
  readonly audit: Audit;
  /** Counts a session that begins. Rejects with `too-many-requests`. */
  readonly limitSignIns: Limit;
}

const newKey = () => randomBytes(12).toString('base64url');
const newSecret = () => randomBytes(32).toString('base64url');
const newVersion = () => randomBytes(8).toString('base64url');

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ schema, permissionsOf, store, audit, limitSignIns }: SessionsOptions) {
  const { misfit, expectFit } = createSessionFit(schema, permissionsOf);
  const { find, endStreamIfOver } = createFindSession({ store, audit, misfit });

  /** Signs a person in, with a new identifier. What was signed in before ends. Throws a `TypeError` for what does not fit the contract. */
  async function begin(request: FastifyRequest, reply: FastifyReply, who: NewSession): Promise<void> {
    expectFit(who);
    await limitSignIns(request);
    const before = request.found;
    const now = Date.now();
    const [key, secret] = [newKey(), newSecret()];
    const session: StoredSession = {
      ...who,
      version: newVersion(),
      secretHash: hashOf(secret),
      issuedAt: now,
      endsAt: now + limits.SESSION_MS,
    };
    await store.create(key, session);
    if (before) await finish(request, before.key);
    await endOldest(request, who.subject);
    sendSessionCookies(reply, `${key}.${secret}`, session.version);
    request.session = keep(request, { key, session, idleEndsAt: now + limits.SESSION_IDLE_MS });
    audit(request.log, 'sign-in', session);
  }

  /** Changes who it is or what is known of them; a new subject or role gets a new identifier, unless it comes from the provider. Throws `not-signed-in` if the session has ended. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    part: Partial<Pick<NewSession, 'subject' | 'role' | 'person' | 'private' | 'check'>>,
  ): Promise<void> {
    const { found } = request;
    if (!found) throw platformError('not-signed-in');
    // Any call may bring the provider's change: with a new identifier, a browser that left before its response would be signed out.
    const keepsSecret = part.check !== undefined || isSame(found.session, { ...found.session, ...part });
    const secret = keepsSecret ? undefined : newSecret();
    const issued = part.private && { issuedAt: Date.now(), isRefused: false };
    const update = (session: StoredSession): StoredSession => {
      if (session.secretHash !== found.session.secretHash) {
        // Another request has a new secret meanwhile: who has this one is not known any more.
        request.found = undefined;
        throw platformError('not-signed-in');
      }
      const secretHash = secret === undefined ? session.secretHash : hashOf(secret);
      return { ...session, ...part, ...issued, version: newVersion(), secretHash };
    };
    const changed = update(found.session);
    expectFit(changed);
    const session = await store.change(found.key, update);
    if (!session) throw platformError('not-signed-in');
    if (part.subject !== undefined) await endOldest(request, part.subject);
    sendSessionCookies(reply, secret && `${found.key}.${secret}`, session.version);
    request.session = keep(request, { ...found, session });
    audit(request.log, 'change', session);
  }

  const endStreams = ({ server }: FastifyRequest, key: string) =>
    server.eventStreams.end(({ found }) => found?.key === key);

  const finish = async (request: FastifyRequest, key: string): Promise<StoredSession | undefined> => {
    const ended = await store.end(key);
    endStreams(request, key);
    return ended;
  };

  /** Ends the least recently used sessions of a subject that has too many: one account must not fill the store. */
  async function endOldest(request: FastifyRequest, subject: string): Promise<void> {
    for (const [key, session] of await store.endBeyond(subject, limits.SESSIONS_PER_SUBJECT)) {
      endStreams(request, key);
      audit(request.log, 'end', session, 'the subject has too many sessions');
    }
  }

  /** Ends the session of a request, and the streams of events of this process that it has. Returns what was stored. */
  async function end(request: FastifyRequest, reason?: string): Promise<StoredSession | undefined> {
    const { found } = request;
    if (!found) return undefined;
    // Its tokens may be newer than those of the request.
    const ended = (await finish(request, found.key)) ?? found.session;
    request.found = null;
    request.session = anonymous;
    audit(request.log, reason ? 'end' : 'sign-out', ended, reason);
    return ended;
  }

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<StoredSession | undefined> {
    const ended = await end(request);
    // Not before: who could not be signed out can try again.
    sendSessionCookies(reply, '', '');
    return ended;
  }

  return { find, begin, change, end, signOut, endStreamIfOver };
}
