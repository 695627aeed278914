import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { limits } from '#platform/contract/limits.ts';
import { SESSION_PATH } from '#platform/contract/session/session-state.ts';
import { ANY_ROLE } from '#platform/contract/call.ts';
import { cookieValues, ownCookie } from '#platform/session/cookies.ts';
import { originOf, redirect, returnPath, toScreen } from '#platform/session/navigation.ts';
import type { SignInContext } from '#platform/session/create-sessions.ts';
import { grantOf } from './from-claims.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './provider.ts';
import { createRedirectToken, isRedirectToken } from './public-origin.ts';
import { storeSignIn, takeSignIn } from './sign-in-cookie.ts';

/** True for a navigation from the application or the address bar, or from a browser that does not send `Sec-Fetch-Site`. */
function isOwnNavigation(request: FastifyRequest): boolean {
  const { referer, 'sec-fetch-site': site } = request.headers;
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  // WebKit sends `cross-site` for a same-origin link that opens a new tab. The Referer is safe to use: another site cannot set it to our origin.
  return referer !== undefined && URL.canParse(referer) && new URL(referer).origin === originOf(request);
}

export function providerRoutes(app: FastifyInstance, context: SignInContext, provider: Provider): void {
  const { lifecycle, audit, refuse, seal, fromClaims, limitCalls, limitLogouts } = context;
  const config = { permission: ANY_ROLE };
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    refuse.error(reply, error, returnPath((request.query as { to?: string }).to));
  const onRequest = async (request: FastifyRequest) => limitCalls(request);
  const navigation = { config, onRequest, errorHandler };

  app.get<{ Querystring: { to?: string; other?: string; moved?: unknown } }>(
    `${SESSION_PATH}/sign-in`,
    navigation,
    async (request, reply) => {
      const { headers, query } = request;
      const to = returnPath(query.to);
      // Prevents login CSRF: another site may link to a screen, but not start a sign-in.
      if (!isOwnNavigation(request) && !isRedirectToken(request, seal, query.moved))
        return toScreen(reply, { to });
      const { publicOrigin = originOf(request) } = provider;
      // Continues at PUBLIC_ORIGIN, because the callback goes there and needs the cookie. Redirects only once, because behind an ingress that
      // rewrites Host, the request never appears to be at PUBLIC_ORIGIN.
      if (publicOrigin !== originOf(request) && query.moved === undefined) {
        const search = new URLSearchParams({ to, moved: createRedirectToken(request, seal) });
        if (query.other !== undefined) search.set('other', '');
        return redirect(reply, `${publicOrigin}${SESSION_PATH}/sign-in?${search.toString()}`);
      }
      // Shows an error if there are several session cookies: the BFF accepts none of them, so signing in would loop.
      if (cookieValues(headers.cookie, ownCookie(request, 'session')).length > 1)
        return refuse(reply, 'cookies', { to, reason: 'more than one session cookie' });
      const callback = `${publicOrigin}${SESSION_PATH}/callback`;
      const { location, checks } = await provider.start(callback, query.other !== undefined);
      storeSignIn(reply, seal, { to, ...checks, startedAt: Date.now() });
      return redirect(reply, location);
    },
  );

  app.get<{ Querystring: { state?: unknown } }>(
    `${SESSION_PATH}/callback`,
    navigation,
    async (request, reply) => {
      const { sessionRecord, headers, query, url } = request;
      const signIn = takeSignIn(reply, seal, String(query.state));
      const { to } = signIn ?? { to: `${BASE_PATH}/` };
      if (!signIn && sessionRecord) return redirect(reply, to);
      // Another browser, blocked cookies, or login CSRF.
      if (!signIn)
        return headers.cookie
          ? refuse(reply, 'expired', { to, reason: 'no readable sign-in cookie of this state' })
          : refuse(reply, 'cookies', { to, reason: 'no cookies' });
      if (signIn.startedAt + limits.SIGN_IN_MS < Date.now())
        return refuse(reply, 'expired', { to, reason: 'the sign-in took too long' });
      try {
        const { claims, subject, tokens } = await provider.finish(signIn, url.slice(url.indexOf('?')));
        const granted = grantOf(fromClaims, claims, tokens);
        if (!granted) return refuse(reply, 'no-role', { to, subject, reason: 'no role' });
        const sid = typeof claims['sid'] === 'string' ? { sid: claims['sid'] } : {};
        await lifecycle.begin(request, reply, { ...granted, subject, tokens, ...sid });
        return redirect(reply, to);
      } catch (error) {
        return refuse.error(reply, error as Error, to);
      }
    },
  );

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: limits.HEADERS_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post<{ Body: { logout_token?: string } | null }>(
    `${SESSION_PATH}/back-channel-logout`,
    // Only invalid tokens count towards a limit (below), because a provider may end many sessions at once from one address.
    { config: { ...config, sentByBrowser: true }, bodyLimit: limits.HEADERS_BYTES },
    async (request, reply) => {
      try {
        const token = String(request.body?.logout_token);
        const { owner, subject } = await provider.readLogoutToken(token);
        const count = await lifecycle.endAll(request, owner);
        audit(request.log, 'back-channel-logout', { subject }, `${count} sessions`);
        return reply.code(200).send();
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        // Applies the limit before the audit, so that invalid tokens cannot flood the log.
        await limitLogouts(request);
        audit(request.log, 'refusal', {}, `back-channel logout: ${error.message}`);
        return reply.code(400).send({ error: 'invalid_request' });
      }
    },
  );
}
