import { isIP } from 'node:net';
import type { Arrived } from '@web/bff/edge/diagnostics';
import { NotObservable } from '../../checks.ts';
import type { Target } from '../../target.ts';
import { askEcho, hasArrived } from '../ask.ts';
import type { Check, Context, Difference } from '../check.ts';
import { openConnection } from '../connection.ts';
import { isLoopback, isPrivate } from '../networks.ts';
import { summary } from '../recognise.ts';

/** An address reserved for documentation (RFC 5737). */
const FORGED_ADDRESS = '203.0.113.9';
const FORGED_HOST = 'forged.example';
/** On Linux every address of 127.0.0.0/8 is this machine's. */
const SECOND_ADDRESS = '127.0.0.2';

const schemeOf = ({ origin }: Target) => origin.split(':', 1)[0] ?? '';

/** The last entry of a field that lists one for each hop. */
function lastOf({ fields }: Arrived, name: string): string | undefined {
  const found = fields.findLast((field) => field.name === name);
  return found?.value?.split(',').at(-1)?.trim();
}

/** Whether a proxy is in front: it terminates TLS, or sends fields of its own. */
const hasProxy = (target: Target, { fields }: Arrived): boolean =>
  schemeOf(target) === 'https' || fields.some(({ name }) => /forwarded|^via$/.test(name));

/** Whether the check itself is a trusted peer: it runs on the machine of the application, with no proxy between. */
const isTrusted = (target: Target, first: Arrived) => !hasProxy(target, first) && isLoopback(first.peer);

/** What the hops say of the browser is right, but the application does not use it. */
function untrusted(target: Target, first: Arrived): Difference[] {
  const list = first.fields.findLast(({ name }) => name === 'x-forwarded-for')?.value ?? '';
  const noAddress = list.split(',').find((entry) => list !== '' && isIP(entry.trim()) === 0);
  if (noAddress !== undefined)
    return [
      { kind: 'client-lost', quote: `X-Forwarded-For: ${list} has ${noAddress.trim()}, which is no address` },
    ];
  const [outer = ''] = list.split(',');
  if (list.includes(',') && first.ip !== outer.trim())
    return [
      {
        kind: 'proxy-untrusted',
        quote: `X-Forwarded-For: ${list} arrives; the application uses ${first.ip}`,
      },
    ];
  const [proto, client] = [lastOf(first, 'x-forwarded-proto'), lastOf(first, 'x-forwarded-for')];
  const { scheme, ip, peer } = first;
  const ignoresScheme = proto === schemeOf(target) && scheme !== schemeOf(target);
  if (!ignoresScheme && (client === undefined || client === peer || ip !== peer)) return [];
  const sent = `${proto ?? 'no scheme'} and ${client ?? 'no address'}`;
  return [
    { kind: 'proxy-untrusted', quote: `${peer} sent ${sent}; the application uses ${scheme} and ${ip}` },
  ];
}

const forwarding: Check = {
  id: 'forwarding',
  title: "The browser's scheme, host and address arrive.",
  run: async (context) => {
    const { target, first } = context;
    const ignored = untrusted(target, first);
    if (ignored.length > 0) return ignored;
    const differences: Difference[] = [];
    if (first.scheme !== schemeOf(target)) {
      const arrived = lastOf(first, 'x-forwarded-proto') ?? 'none';
      const quote = `requested by ${schemeOf(target)}, the application uses ${first.scheme}; X-Forwarded-Proto arrives as ${arrived}`;
      differences.push({ kind: 'scheme-lost', quote });
    }
    const { host } = new URL(target.origin);
    if (first.host !== host)
      differences.push({
        kind: 'host-lost',
        quote: `${host} arrives as ${first.host}; X-Forwarded-Host: ${lastOf(first, 'x-forwarded-host') ?? 'none'}`,
      });
    if (hasProxy(target, first)) differences.push(...(await compareAddresses(context)));
    return differences;
  },
};

const forged: Check = {
  id: 'forged',
  title: 'A browser cannot forge its scheme, host and address.',
  run: async (context) => {
    const { target, first } = context;
    if (isTrusted(target, first) || untrusted(target, first).length > 0) return [];
    const other = schemeOf(target) === 'https' ? 'http' : 'https';
    const headers = {
      'x-forwarded-for': FORGED_ADDRESS,
      // From which a hop may take the address.
      'x-real-ip': FORGED_ADDRESS,
      'true-client-ip': FORGED_ADDRESS,
      'cf-connecting-ip': FORGED_ADDRESS,
      'x-forwarded-proto': other,
      'x-forwarded-host': FORGED_HOST,
    };
    const echo = await askEcho(context, '', { headers });
    if (!hasArrived(echo)) throw new NotObservable(summary(echo));
    const quote = (field: string, value: string) =>
      `sent by the browser, the application uses ${field}: ${value}`;
    // A hop that appends is right: the application skips what is appended only because it trusts this machine.
    const isAppended = lastOf(echo, 'x-forwarded-for') === first.ip;
    return [
      ...(echo.scheme === other && first.scheme !== other
        ? [{ kind: 'scheme-forgeable' as const, quote: quote('X-Forwarded-Proto', other) }]
        : []),
      ...(echo.host === FORGED_HOST
        ? [{ kind: 'host-forgeable' as const, quote: quote('X-Forwarded-Host', FORGED_HOST) }]
        : []),
      ...(echo.ip === FORGED_ADDRESS && !isAppended
        ? [{ kind: 'client-forgeable' as const, quote: quote('X-Forwarded-For', FORGED_ADDRESS) }]
        : []),
    ];
  },
};

async function compareAddresses(context: Context): Promise<Difference[]> {
  const { target, first } = context;
  const quote = `the application uses ${first.ip}, the last hop; no X-Forwarded-For arrives`;
  if (lastOf(first, 'x-forwarded-for') === undefined && first.ip === first.peer)
    return [{ kind: 'client-lost', quote }];
  const socket = await openConnection(target.origin);
  const { localAddress: own = '', remoteAddress: there = '' } = socket;
  socket.destroy();
  if (!isLoopback(there) || !isLoopback(first.ip)) return judgeAddress(first.ip, { own, there });
  const second = await askEcho(context, '', { from: SECOND_ADDRESS });
  return hasArrived(second) && second.ip === first.ip
    ? [{ kind: 'client-lost', quote: `${first.ip} arrives for two addresses of this machine` }]
    : [];
}

interface Addresses {
  /** This machine's end of a connection to the target. */
  readonly own: string;
  /** The target's end. */
  readonly there: string;
}

/** Whether the address that the application uses is that of a hop. Throws `NotObservable`. */
export function judgeAddress(ip: string, { own, there }: Addresses): Difference[] {
  const quote = `the application uses ${ip} for a request from ${own}`;
  if (ip === own || (!isPrivate(ip) && !isPrivate(there))) return [];
  if (ip === there) return [{ kind: 'client-lost', quote: `${quote}: the address of the ingress` }];
  if (isPrivate(ip) && !isPrivate(there))
    return [{ kind: 'client-lost', quote: `${quote}: private, though ${there} is public` }];
  throw new NotObservable(
    `${quote}: unless a network translates addresses on the way, a hop in front loses them`,
  );
}

export const forwardingChecks: readonly Check[] = [forwarding, forged];
