import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/contract/app-error.ts';
import type { Session } from '#platform/contract/product/session.ts';
import { assignRecord } from '#platform/session/find-session.ts';
import type { SignInContext } from '#platform/session/create-sessions.ts';
import type { SessionRecord } from '#platform/session/store/session-store.ts';
import { checkAt, grantOf } from './from-claims.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider } from './provider.ts';
import { MARGIN_MS, type Refresh } from './tokens.ts';

const CHECK_MS = 5_000;
const RETRY_MS = 60_000;

/**
 * If the next role check is due (`checkAt`), rechecks the role at the provider before the request is authorized. Signs out a user who no longer has a
 * role. While the provider is unavailable, the user keeps the role.
 */
export function createRecheck(
  { store, lifecycle, audit, fromClaims }: SignInContext,
  provider: Provider,
  { once, refresh }: Refresh,
) {
  const isDue = ({ tokens, check }: SessionRecord) =>
    tokens?.refresh !== undefined && check !== undefined && check.at - Date.now() < MARGIN_MS;

  async function recheck(request: FastifyRequest, reply: FastifyReply, before: SessionRecord) {
    const record = await once(request, isDue, (due) => check(request, reply, due));
    // Accepts the record even if a concurrent request has changed role or secret, because this request's secret was valid on arrival.
    if (record?.subject === before.subject) return assignRecord(request, record);
    request.sessionRecord = null;
    return null;
  }

  async function check(request: FastifyRequest, reply: FastifyReply, record: SessionRecord) {
    const { key } = record;
    const late = sleep(CHECK_MS, null, { ref: false });
    try {
      const refreshed = await refresh(request, record);
      if (!refreshed) return undefined;
      const { renewed } = refreshed;
      const claims = await Promise.race([provider.claims(renewed, record.check?.sub ?? ''), late]);
      if (claims === null) throw new ProviderError('provider-unavailable', 'timed out reading the claims');
      const granted = claims && grantOf(fromClaims, claims, renewed);
      if (granted === null) {
        await lifecycle.end(request, 'no role any more');
        return undefined;
      }
      if (!granted || granted.check.granted === record.check?.granted)
        return await postpone(key, checkAt(renewed));
      request.sessionRecord = refreshed.record;
      await lifecycle.change(request, reply, granted);
      return request.sessionRecord;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof ProviderError) {
        audit(request.log, 'refresh-failed', record, error.message);
        return postpone(key, Date.now() + RETRY_MS);
      }
      request.log.error({ err: error }, 'role check failed: the claims do not match the contract');
      await lifecycle.end(request, 'the claims do not match the contract');
      return undefined;
    }
  }

  const postpone = (key: string, at: number) =>
    store.change(key, (record) => ({ ...record, ...(record.check && { check: { ...record.check, at } }) }));

  return {
    isDue,
    recheck: (request: FastifyRequest, reply: FastifyReply, session: Session | null) => {
      const { sessionRecord } = request;
      return sessionRecord && isDue(sessionRecord) ? recheck(request, reply, sessionRecord) : session;
    },
  };
}
