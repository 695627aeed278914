import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#platform/contract/limits.ts';
import { AppError, platformError } from '#platform/contract/app-error.ts';
import { clientNetwork } from '#platform/http/client-address.ts';
import type { Audit } from './audit.ts';
import { type CreateLimit, type Limit, networkLimit } from '#platform/http/overload/create-limit.ts';
import { knownBrowser, rememberBrowser } from './known-browser.ts';
import { StoreUnavailable } from './store/session-store.ts';
import type { Seal } from './store/seal.ts';

const MAX_LENGTH = 1_000;
const bare = (text: string) => text.replaceAll(/[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').trim();

/**
 * Normalizes spellings that an upstream may accept for one account: compatibility forms (NFKD), accents, case, and invisible characters. Throws
 * `bad-request` above `MAX_LENGTH`, because NFKD can multiply the length.
 */
function folded(name: string): string {
  const account = bare(name);
  if (account.length > MAX_LENGTH)
    throw platformError('bad-request', { detail: `The account has more than ${MAX_LENGTH} characters.` });
  return bare(account.normalize('NFKD')).toUpperCase().toLowerCase();
}

/**
 * Interval between attempts once the limit of an account is reached. All browsers that never signed in to the account share one attempt per interval.
 * Attackers can thus delay the owner of the account, but not lock them out.
 */
const SLOW_MS = 10_000;

const isTooMany = (error: unknown) => error instanceof AppError && error.code === 'too-many-requests';

/** Keys of a limit by account: enough that an attacker can hardly make the BFF forget an account by attempts on others. */
const ACCOUNTS = 100_000;

/**
 * Limits sign-in attempts per network and site (against attackers who try many accounts), per account (against attackers with many networks), and per
 * account and network. Browsers that have signed in to the account before have a separate count, so that attackers cannot delay the owner.
 */
export async function createAttempts(createLimit: CreateLimit, audit: Audit, seal: Seal) {
  const attempted = new WeakMap<FastifyRequest, string[]>();
  // Rejects attempts while the store is unavailable, because they could not be counted.
  const options = { skipOnError: false, max: limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT };
  const byAddress = await networkLimit(createLimit, 'address', {
    ...options,
    max: limits.SIGN_IN_ATTEMPTS_PER_IP,
  });
  const byBoth = await createLimit('both', {
    ...options,
    max: limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP,
    keys: ACCOUNTS,
  });
  const byAccount = await createLimit('account', { ...options, keys: ACCOUNTS });
  const bySlowAccount = await createLimit('slow account', { ...options, max: 1, ms: SLOW_MS });
  const byKnown = await createLimit('known', options);

  const byNew: Limit = (request, account) =>
    byAccount(request, account).catch((error: unknown) => {
      if (!isTooMany(error)) throw error;
      return bySlowAccount(request, account);
    });

  return {
    limitAttempts: async (request: FastifyRequest, name: string): Promise<void> => {
      try {
        await byAddress(request);
        const account = folded(name);
        attempted.set(request, [...(attempted.get(request) ?? []), account]);
        const browser = knownBrowser(request, seal, account);
        await byBoth(request, `${browser ?? clientNetwork(request.ip)} ${account}`);
        await (browser === undefined ? byNew : byKnown)(request, account);
      } catch (error) {
        if (isTooMany(error))
          audit(request.log, 'refusal', { problem: 'too-many' }, 'too many attempts to sign in');
        else if (error instanceof StoreUnavailable)
          audit(request.log, 'refusal', { problem: 'unavailable' }, error.message);
        throw error;
      }
    },
    succeed: (request: FastifyRequest, reply: FastifyReply): void => {
      const accounts = attempted.get(request);
      if (accounts) rememberBrowser(reply, seal, accounts);
    },
  };
}
