import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#platform/contract/limits.ts';
import { clientNetwork } from '#platform/http/client-address.ts';
import { cookieValues, ownCookie, sendCookie } from './cookies.ts';
import type { Seal } from './store/seal.ts';

/** Cookie of a browser that has signed in to accounts (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). */
interface KnownBrowser {
  /** Network of the last sign-in. Attempts are counted per network and not per cookie, because each sign-in issues a new cookie. */
  readonly network: string;
  /** Time until which the browser counts as known, by hash of the account. */
  readonly accounts: Readonly<Record<string, number>>;
}

/** Bounds the size of the cookie, which counts towards `HEADERS_BYTES`. */
const MAX_ACCOUNTS = 5;
const hashOf = (account: string) => hash('sha256', account, 'base64url').slice(0, 16);

const read = ({ headers }: FastifyRequest, seal: Seal, name: string): KnownBrowser[] =>
  cookieValues(headers.cookie, name).flatMap((value) => (seal.open(value, name) ?? []) as KnownBrowser);

/** Returns the rate-limit key of a browser that has signed in to the account before, or undefined for other browsers. */
export function knownBrowser(request: FastifyRequest, seal: Seal, account: string): string | undefined {
  const browsers = read(request, seal, ownCookie(request, 'known'));
  const known = browsers.find(({ accounts }) => (accounts[hashOf(account)] ?? 0) > Date.now());
  return known && `known ${known.network}`;
}

export function rememberBrowser(reply: FastifyReply, seal: Seal, accounts: readonly string[]): void {
  const [name, maxAgeMs] = [ownCookie(reply.request, 'known'), limits.KNOWN_BROWSER_MS];
  const before = read(reply.request, seal, name).flatMap((browser) => Object.entries(browser.accounts));
  const all = new Map(accounts.map((account) => [hashOf(account), Date.now() + maxAgeMs]));
  for (const [account, endsAt] of before) if (!all.has(account)) all.set(account, endsAt);
  const browser: KnownBrowser = {
    network: clientNetwork(reply.request.ip),
    accounts: Object.fromEntries([...all].slice(0, MAX_ACCOUNTS)),
  };
  sendCookie(reply, name, seal.seal(browser, name), { maxAgeMs });
}
