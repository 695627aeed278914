import type { BrowserContext, Route } from 'playwright-core';
import { SESSION_HEADER, sessionHint, type SessionState } from '@web/bff/contract/kit/session/session-state';

const roles = { member: ['member:read'], admin: ['member:read', 'admin:read'] };

export type Role = keyof typeof roles;

/** In the place of the BFF: one session store for the tabs of a browser, which a test can change behind their back. */
export async function stubSessions(context: BrowserContext, origin: string) {
  let session: SessionState | undefined;
  let count = 0;
  let next: { name: string; role: Role } = { name: 'Ada', role: 'member' };
  const requests: string[] = [];
  const cookie = { name: sessionHint(), domain: new URL(origin).hostname, path: '/web' };

  const begin = async (name = next.name, role = next.role) => {
    count += 1;
    session = {
      version: `version-${count}`,
      subject: name,
      role,
      person: { name },
      idleSeconds: 1_800,
      remainingSeconds: 40_000,
    };
    await context.addCookies([{ ...cookie, value: session.version }]);
  };
  const end = async () => {
    session = undefined;
    await context.clearCookies({ name: cookie.name });
  };

  await context.route('**/web/api/**', async (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    const key = `${request.method()} ${url.pathname.slice('/web/api'.length)}`;
    requests.push(key + url.search);
    const known = request.headers()[SESSION_HEADER];
    const hadSession = session !== undefined || known !== undefined;
    const reply = await replyTo(key, url);
    const told =
      session && known !== session.version
        ? encodeURIComponent(JSON.stringify(session))
        : !session && hadSession
          ? 'none'
          : undefined;
    const { status = 200, location, json } = reply;
    const fulfilled = route.fulfill({
      status,
      headers: {
        ...(told && { [SESSION_HEADER]: told }),
        ...(location && { location }),
        'cache-control': 'no-store',
        ...(json && { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    // A window that has signed in closes itself.
    await fulfilled.catch(() => {});
  });

  async function replyTo(
    key: string,
    url: URL,
  ): Promise<{ status?: number; location?: string; json?: object }> {
    const isPermitted = session !== undefined;
    const refused = {
      status: 401,
      json: { code: 'not-signed-in', status: 401, title: 'Not signed in', detail: 'Please sign in first.' },
    };
    switch (key) {
      case 'GET /session/sign-in': {
        await begin();
        const to = url.searchParams.has('window') ? '/web/session?done' : url.searchParams.get('to');
        return { status: 303, location: to ?? '/web/' };
      }
      case 'GET /session':
        return { json: { session: session ?? null, signIn: { provider: true, screen: null } } };
      case 'POST /session':
        if (!session) return refused;
        session = { ...session, idleSeconds: 1_800 };
        return { json: { session, signIn: { provider: true, screen: null } } };
      case 'DELETE /session':
        await end();
        return { json: { to: null } };
      case 'POST /sign-in':
        await begin();
        return { json: { names: [] } };
      case 'DELETE /sign-in':
        await end();
        return { json: { names: [] } };
      case 'POST /test/titles':
        return isPermitted ? { json: { title: 'T', copies: 1 } } : refused;
      case 'GET /members':
        return session ? { json: { names: [`${session.subject}’s friend`] } } : refused;
      default:
        return { json: {} };
    }
  }

  return {
    /** A person signs in: in this browser, and behind the back of its tabs. */
    begin,
    /** The session ends in the BFF: it has expired, for example. */
    end,
    /** It ends, and the browser still has its cookies. */
    expire: () => void (session = undefined),
    /** Who signs in next, at the provider or with the product's own call. */
    nextIs: (name: string, role: Role = 'member') => void (next = { name, role }),
    change: (changed: Partial<SessionState>) => void (session = session && { ...session, ...changed }),
    isSignedIn: () => session !== undefined,
    /** Every call so far: `GET /members`. */
    requests,
  };
}
