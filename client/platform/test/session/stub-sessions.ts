import type { BrowserContext } from 'playwright-core';
import { notSignedIn, type Reply, stubBff } from '#platform/testing/browser/stub-bff.ts';

export async function stubSessions(context: BrowserContext, origin: string) {
  let next = 'Ada';
  const requests: string[] = [];
  const held = new Map<string, Promise<void>>();

  const bff = await stubBff(context, origin, async (key, request): Promise<Reply> => {
    const { search, searchParams } = new URL(request.url());
    await held.get(key + search);
    const signedIn = (reply: Reply) => (bff.session() ? reply : notSignedIn);
    switch (key) {
      case 'GET /session/sign-in': {
        await begin();
        return { status: 303, location: searchParams.get('to') ?? '/web/' };
      }
      case 'POST /sign-in':
        await begin();
        return { json: { names: [] } };
      case 'DELETE /sign-in':
        await bff.end();
        return { json: { names: [] } };
      case 'POST /test/titles':
        return signedIn({ json: { title: 'T', copies: 1 } });
      case 'GET /test/numbers':
        return signedIn({ events: [] });
      case 'GET /members':
        return signedIn({ json: { names: [`${bff.session()?.subject}’s friend`] } });
      default:
        return { json: {} };
    }
  });
  /** Signs a user in without notifying the tabs. */
  const begin = (name = next, role: 'member' | 'admin' = 'member') =>
    bff.begin({ subject: name, role, user: { name } });
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/web/api/'))
      requests.push(`${request.method()} ${pathname.slice('/web/api'.length)}${search}`);
  });

  return {
    ...bff,
    begin,
    nextIs: (name: string) => void (next = name),
    /** Holds back a call, such as `GET /members?page=2`. Returns a function that releases it. */
    hold: (call: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(call, promise);
      return resolve;
    },
    requests,
  };
}
