import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import type { Session } from '#platform/contract/product/session.ts';
import { SESSION_PATH } from '#platform/contract/session/session-state.ts';
import { ANY_ROLE } from '#platform/contract/call.ts';
import type { IsTrusted } from '#platform/http/client-address.ts';
import { cookieValues, ownCookie } from './cookies.ts';
import type { SignInContext } from './create-sessions.ts';
import { assignRecord } from './find-session.ts';
import { redirect, returnPath } from './navigation.ts';
import { grantOf } from './oidc/from-claims.ts';
import type { IngressSettings } from './session-settings.ts';

/** Claims about a user whom the ingress has authenticated, for `fromClaims`. */
interface User {
  readonly sub: string;
  readonly name: string;
  readonly preferred_username: string;
  readonly groups: readonly string[];
}

const MAX_NAME_LENGTH = 200;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a header, which Node.js reads as Latin-1. Throws a `TypeError` if it is not UTF-8. */
const decoded = (value: string | string[] | undefined): string =>
  utf8.decode(Buffer.from(String(value ?? ''), 'latin1'));

/** Signs in the users whom the ingress has authenticated. Imported only if `INGRESS_USER_HEADER` is set. */
export function openIngress(
  app: FastifyInstance,
  { lifecycle, refuse, fromClaims, limitCalls }: SignInContext,
  { userHeader, groupsHeader, isTrusted }: IngressSettings & { readonly isTrusted: IsTrusted },
) {
  const names = [userHeader, groupsHeader].filter((name) => name !== undefined).join(',');
  const grantTo = (user: User) => grantOf(fromClaims, { ...user }, { access: '' });

  /** Returns the user, or the reason why the request has none. */
  function userOf({ headers, socket }: FastifyRequest): User | string {
    if (!isTrusted(socket.remoteAddress ?? '', 0)) return 'the peer is not in TRUSTED_PROXIES';
    // nginx names the headers that it takes only from the ingress. If these are others, a client may have sent the user.
    const { 'x-ingress-headers': taken = names } = headers;
    if (taken !== names)
      return `nginx has other values of INGRESS_USER_HEADER and INGRESS_GROUPS_HEADER: ${String(taken)}`;
    try {
      const name = decoded(headers[userHeader]);
      if (name === '') return `the request has no ${userHeader}`;
      // A comma joins several headers (RFC 9110, section 5.3), one of which may come from the client.
      if (name.includes(',') || name.length > MAX_NAME_LENGTH)
        return `${userHeader} has a comma, or more than ${MAX_NAME_LENGTH} characters`;
      const groups = groupsHeader === undefined ? [] : decoded(headers[groupsHeader]).split(/\s*,\s*/);
      return { sub: name, name, preferred_username: name, groups: groups.filter((group) => group !== '') };
    } catch {
      return `${userHeader} or ${groupsHeader} is not UTF-8`;
    }
  }

  app.get<{ Querystring: { to?: string } }>(
    `${SESSION_PATH}/sign-in`,
    {
      config: { permission: ANY_ROLE },
      onRequest: async (request: FastifyRequest) => limitCalls(request),
      errorHandler: (error, { query }, reply) => void refuse.error(reply, error, returnPath(query.to)),
    },
    async (request, reply) => {
      const to = returnPath(request.query.to);
      // The BFF accepts none of several session cookies, so signing in would loop.
      if (cookieValues(request.headers.cookie, ownCookie(request, 'session')).length > 1)
        return refuse(reply, 'cookies', { to, reason: 'more than one session cookie' });
      const user = userOf(request);
      if (typeof user === 'string') return refuse(reply, 'not-configured', { to, reason: user });
      const granted = grantTo(user);
      if (!granted) return refuse(reply, 'no-role', { to, subject: user.sub, reason: 'no role' });
      await lifecycle.begin(request, reply, { ...granted, subject: user.sub });
      return redirect(reply, to);
    },
  );

  return {
    /**
     * Compares the session with the user of the request. Another user gets a new session, other groups change the role, and a request without a user
     * is anonymous.
     */
    recheck: async (
      request: FastifyRequest,
      reply: FastifyReply,
      session: Session | null,
    ): Promise<Session | null> => {
      const { sessionRecord: record } = request;
      if (!record) return session;
      const user = userOf(request);
      const granted = typeof user === 'string' ? undefined : grantTo(user);
      if (granted === null) await lifecycle.end(request, 'no role any more');
      if (typeof user === 'string' || !granted) {
        request.sessionRecord = null;
        return null;
      }
      if (user.sub !== record.check?.sub)
        await lifecycle.begin(request, reply, { ...granted, subject: user.sub });
      else if (granted.check.granted !== record.check.granted)
        await lifecycle.change(request, reply, granted);
      return assignRecord(request, request.sessionRecord ?? record);
    },
  };
}
