import type { BrowserContext, Request } from 'playwright-core';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import type { AppError } from '@web/bff/platform/contract/app-error';
import {
  SESSION_HEADER,
  sessionHint,
  type SessionReply,
  type SessionState,
} from '@web/bff/platform/contract/session/session-state';

export interface Reply {
  readonly status?: number;
  readonly location?: string;
  readonly json?: unknown;
  readonly events?: readonly unknown[];
}

type Who = Pick<SessionState, 'subject' | 'role' | 'user'>;

/** Creates the response for an error of the catalogue. */
export const problem = ({ code, statusCode: status, title, detail, extensions }: AppError): Reply => ({
  status,
  json: { ...extensions, code, status, title, detail },
});

export const notSignedIn: Reply = {
  status: 401,
  json: { code: 'unauthenticated', status: 401, title: 'Not signed in', detail: 'Please sign in first.' },
};

/**
 * Stubs the BFF, with one session for all tabs of a browser. Calls `respond` with the key of each request, such as `GET /notes/7`, except for session
 * endpoints.
 */
export async function stubBff(
  context: BrowserContext,
  origin: string,
  respond: (key: string, request: Request) => Reply | Promise<Reply>,
) {
  let session: SessionState | undefined;
  let version = 0;
  const cookie = { name: sessionHint(), domain: new URL(origin).hostname, path: BASE_PATH };

  /** Subjects by the version of their session. */
  const subjects = new Map<string, string>();
  const isForAnother = (request: Request): boolean => {
    const subject = subjects.get(request.headers()[SESSION_HEADER] ?? '');
    return (
      request.method() !== 'GET' && session !== undefined && ![undefined, session.subject].includes(subject)
    );
  };

  const begin = async (who: Who) => {
    version += 1;
    subjects.set(`version-${version}`, who.subject);
    session = { ...who, version: `version-${version}`, idleSeconds: 1_800, remainingSeconds: 40_000 };
    await context.addCookies([{ ...cookie, value: session.version }]);
  };
  /** Ends the session, but keeps its cookie in the browser. */
  const expire = () => void (session = undefined);
  const end = async () => {
    expire();
    await context.clearCookies({ name: cookie.name });
  };
  const change = (changed: Partial<SessionState>) => void (session = session && { ...session, ...changed });

  const state = (): Reply => {
    const reply: SessionReply = {
      session: session ? { ...session, permissions: [] } : null,
      signIn: { provider: true, screen: null },
    };
    return { json: reply };
  };
  const replyTo = async (key: string, request: Request): Promise<Reply> => {
    if (isForAnother(request)) return { status: 409, json: { code: 'other-user', status: 409 } };
    if (key === 'POST /session') change({ idleSeconds: 1_800 });
    if (key === 'POST /session' && !session) return notSignedIn;
    if (key === 'GET /session' || key === 'POST /session') return state();
    if (key !== 'DELETE /session') return respond(key, request);
    await end();
    return { json: { to: null } };
  };

  await context.route(`**${API_PATH}/**`, async (route) => {
    const request = route.request();
    const known = request.headers()[SESSION_HEADER];
    const hadSession = session !== undefined || known !== undefined;
    const { pathname } = new URL(request.url());
    const key = `${request.method()} ${pathname.slice(API_PATH.length)}`;
    const { status = 200, location, json, events } = await replyTo(key, request);
    const current = session && encodeURIComponent(JSON.stringify(session));
    const told = current ?? (hadSession ? 'none' : undefined);
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    const fulfilled = route.fulfill({
      status,
      headers: {
        ...(told && (!session || known !== session.version) && { [SESSION_HEADER]: told }),
        ...(location && { location }),
        'cache-control': 'no-store',
        ...(json !== undefined && { 'content-type': type }),
        ...(events && { 'content-type': 'text/event-stream' }),
      },
      body: events
        ? events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
        : (JSON.stringify(json) ?? ''),
    });
    // Ignores the error of a page that was closed meanwhile.
    await fulfilled.catch(() => {});
  });

  return { begin, end, expire, change, session: () => session };
}
