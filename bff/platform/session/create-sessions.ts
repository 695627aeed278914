import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { enforcedSchema } from '#platform/contract/schema/enforced-schema.ts';
import { requestAjv } from '#platform/schema/ajv.ts';
import { limits } from '#platform/contract/limits.ts';
import { platformError } from '#platform/contract/app-error.ts';
import { anonymous } from '#platform/contract/session/define-session.ts';
import type { Limit } from '#platform/http/overload/create-limit.ts';
import { sendSessionCookies } from './cookies.ts';
import { assignRecord, createFindSession, hashOf, hasSameGrant } from './find-session.ts';
import type { SessionContext } from './session-context.ts';
import type { SessionOwner, SessionRecord } from './store/session-store.ts';

export type NewSession = Pick<
  SessionRecord,
  'subject' | 'role' | 'user' | 'private' | 'tokens' | 'check' | 'sid'
>;

/** Maximum length of the percent-encoded `user`, because a response header contains it, and proxies limit headers. */
const MAX_USER_LENGTH = 2_000;

/** Time after which a lock expires, in case the replica that holds it has died. */
const LOCK_MS = 5_000;

const randomId = (bytes: number) => randomBytes(bytes).toString('base64url');

export type SignInContext = SessionContext & { readonly lifecycle: ReturnType<typeof createSessions> };

export function createSessions(context: SessionContext, limitSignIns: Limit) {
  const { schema, permissionsOf, store, audit, versionFor } = context;
  const matchesUser = requestAjv.compile(enforcedSchema(schema.user, 'session'));
  const matchesPrivate = requestAjv.compile(enforcedSchema(schema.private, 'session'));

  const schemaMismatch = ({ role, user, private: hidden }: NewSession): string | undefined => {
    if (role === 'anonymous' || !Object.hasOwn(permissionsOf, role))
      return `${role} is not a role of the contract that can sign in`;
    if (!matchesUser(user)) return requestAjv.errorsText(matchesUser.errors, { dataVar: 'user' });
    if (matchesPrivate(hidden)) return undefined;
    return requestAjv.errorsText(matchesPrivate.errors, { dataVar: 'private' });
  };
  const { find, endStreamIfOver } = createFindSession(store, audit, schemaMismatch);

  const expectMatch = (session: NewSession): void => {
    const isTooLarge = encodeURIComponent(JSON.stringify(session.user)).length > MAX_USER_LENGTH;
    const reason = schemaMismatch(session) ?? (isTooLarge && `user exceeds ${MAX_USER_LENGTH} characters`);
    if (reason) throw new TypeError(`the session does not match the contract: ${reason}`);
  };

  /** Signs a user in: starts a new session, and ends the request's previous session. Throws a `TypeError` if the user does not match the contract. */
  async function begin(request: FastifyRequest, reply: FastifyReply, user: NewSession): Promise<void> {
    expectMatch(user);
    await limitSignIns(request);
    const before = request.sessionRecord;
    const [now, secret] = [Date.now(), randomId(32)];
    const record: SessionRecord = {
      ...user,
      key: randomId(12),
      version: versionFor(user.subject),
      secretHash: hashOf(secret),
      issuedAt: now,
      endsAt: now + limits.SESSION_MS,
      idleEndsAt: now + limits.SESSION_IDLE_MS,
    };
    await store.create(record);
    if (before) await finish(request, before.key);
    await endOldest(request, user.subject);
    sendSessionCookies(reply, `${record.key}.${secret}`, record.version);
    request.session = assignRecord(request, record);
    audit(request.log, 'sign-in', record);
  }

  /**
   * Changes the user or their data. A new subject or role also gives the session a new identifier, unless the change comes from the provider. Throws
   * `unauthenticated` if the session has ended.
   */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    changes: Partial<Pick<NewSession, 'subject' | 'role' | 'user' | 'private' | 'check'>>,
  ): Promise<void> {
    const { sessionRecord: before } = request;
    if (!before) throw platformError('unauthenticated');
    // A role check (`check`) keeps the secret. Any call can trigger the check, and a browser that aborts the call would miss a new secret.
    const keepsSecret = changes.check !== undefined || hasSameGrant(before, { ...before, ...changes });
    const secret = keepsSecret ? undefined : randomId(32);
    const issued = changes.private && { issuedAt: Date.now(), isRefused: false };
    const update = (record: SessionRecord): SessionRecord => {
      if (record.secretHash !== before.secretHash) {
        // A concurrent request has given the session a new secret, so this request's cookie is no longer valid.
        request.sessionRecord = undefined;
        throw platformError('unauthenticated');
      }
      const secretHash = secret === undefined ? record.secretHash : hashOf(secret);
      const changed = { ...record, ...changes, ...issued, secretHash };
      return { ...changed, version: versionFor(changed.subject) };
    };
    expectMatch(update(before));
    const record = await store.change(before.key, update);
    if (!record) throw platformError('unauthenticated');
    if (changes.subject !== undefined) await endOldest(request, changes.subject);
    sendSessionCookies(reply, secret && `${record.key}.${secret}`, record.version);
    request.session = assignRecord(request, record);
    audit(request.log, 'change', record);
  }

  const finish = async ({ server }: FastifyRequest, key: string): Promise<SessionRecord | undefined> => {
    const ended = await store.end(key);
    server.eventStreams.end(({ sessionRecord }) => sessionRecord?.key === key);
    return ended;
  };

  /**
   * Ends the least recently used sessions beyond `SESSIONS_PER_SUBJECT`, so that one account cannot fill the store. Does nothing while a concurrent
   * sign-in holds the lock: if there are still too many sessions afterwards, the next sign-in ends the excess.
   */
  async function endOldest(request: FastifyRequest, subject: string): Promise<void> {
    const release = await store.lock(`sessions of ${subject}`, LOCK_MS);
    if (!release) return;
    try {
      const records = await store.listUnused(subject, limits.SESSIONS_PER_SUBJECT);
      const ends = records.map(async ({ key }) => {
        const ended = await finish(request, key);
        if (ended) audit(request.log, 'end', ended, 'the subject has too many sessions');
      });
      await Promise.all(ends);
    } finally {
      await release();
    }
  }

  async function endAll(request: FastifyRequest, owner: SessionOwner): Promise<number> {
    const records = await store.list(owner);
    return (await Promise.all(records.map(({ key }) => finish(request, key)))).filter(Boolean).length;
  }

  /** Ends the request's session. Returns the record from the store, whose tokens may be newer than those of the request. */
  async function end(request: FastifyRequest, reason?: string): Promise<SessionRecord | undefined> {
    const { sessionRecord: record } = request;
    if (!record) return undefined;
    const ended = (await finish(request, record.key)) ?? record;
    request.sessionRecord = null;
    request.session = anonymous;
    audit(request.log, reason ? 'end' : 'sign-out', ended, reason);
    return ended;
  }

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<SessionRecord | undefined> {
    const ended = await end(request);
    // Deletes the cookies last, so that the user can retry after a failure.
    sendSessionCookies(reply, '', '');
    return ended;
  }

  return { find, begin, change, end, endAll, signOut, endStreamIfOver };
}
