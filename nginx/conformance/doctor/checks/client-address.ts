import { withEcho, type Check, type CheckResult } from '../check.ts';
import { openConnection } from '../connection.ts';
import { readEcho, type Echo } from '../echo.ts';
import { finding } from '../findings.ts';
import { isLoopback, isPrivate } from '../networks.ts';
import type { Target } from '../../target.ts';
import { hasProxy, isTrustedClient, isUntrusted, UNTRUSTED } from './forwarded.ts';

/** An address reserved for documentation (RFC 5737). */
const FORGED_ADDRESS = '203.0.113.9';
/** On Linux every address of 127.0.0.0/8 is this machine's. */
const SECOND_ADDRESS = '127.0.0.2';

export const client: Check = {
  id: 'client',
  title: "The browser's address arrives, and cannot be forged.",
  run: withEcho(async ({ target, echo }) => {
    if (isUntrusted(target, echo)) return UNTRUSTED;
    const forged = await readEcho(target, '', { headers: { 'x-forwarded-for': FORGED_ADDRESS } });
    // An ingress that appends is right: the BFF skips the appended address only because it trusts this machine's.
    const isAppended = forged?.headers['x-forwarded-for']?.endsWith(`, ${echo.ip}`);
    if (forged?.ip === FORGED_ADDRESS && !isAppended && !isTrustedClient(target, echo))
      return finding('client-forgeable', `the BFF uses X-Forwarded-For: ${FORGED_ADDRESS}`);
    if (!hasProxy(target, echo)) return 'ok';
    if (!echo.headers['x-forwarded-for'] && echo.ip === echo.peer)
      return finding('client-lost', `the BFF uses ${echo.ip}, the last hop; no X-Forwarded-For arrives`);
    return compareAddresses(target, echo);
  }),
};

async function compareAddresses(target: Target, { ip }: Echo): Promise<CheckResult> {
  const addresses = await addressesOf(target);
  if (isLoopback(addresses.there) && isLoopback(ip)) return compareWithSecond(target, ip);
  return judgeAddress(ip, addresses);
}

interface Addresses {
  /** This machine's end of a connection to the target. */
  readonly own: string;
  /** The target's end. */
  readonly there: string;
}

/** Whether the address that the BFF uses is that of a hop, which a hop before it has not forwarded. */
export function judgeAddress(ip: string, { own, there }: Addresses): CheckResult {
  const symptom = `the BFF uses ${ip} for a request from ${own}`;
  if (ip === own || (!isPrivate(ip) && !isPrivate(there))) return 'ok';
  if (ip === there) return finding('client-lost', `${symptom}: the address of the ingress`);
  if (isPrivate(ip) && !isPrivate(there))
    return finding('client-lost', `${symptom}: the address of a hop, private, though ${there} is public`);
  return {
    notObservable: `${symptom}: unless a network translates addresses on the way, a hop in front loses them`,
  };
}

async function addressesOf(target: Target): Promise<Addresses> {
  const socket = await openConnection(target.origin);
  const { localAddress: own = '', remoteAddress: there = '' } = socket;
  socket.destroy();
  return { own, there };
}

async function compareWithSecond(target: Target, ip: string): Promise<CheckResult> {
  // With a query of its own, which no cache has.
  const second = await readEcho(target, '?second', { from: SECOND_ADDRESS });
  return second?.ip === ip
    ? finding('client-lost', `the BFF uses ${ip} for requests from two addresses of this machine`)
    : 'ok';
}
