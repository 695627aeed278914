import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import fp from 'fastify-plugin';

/** Returns true if the address belongs to a trusted proxy. `hop` is the number of proxies between the address and this process. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** Maximum number of trusted proxies in a chain, so that a long X-Forwarded-For costs little. */
const MAX_HOPS = 16;

/** Creates an `IsTrusted` from the proxies' addresses or CIDR ranges. An IPv4 range includes its IPv4-mapped IPv6 addresses. */
export function trustedProxies(ranges: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (sent, hop) => {
    const address = hop < MAX_HOPS ? addressOf(sent) : undefined;
    return address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}

/** Parses an address from X-Forwarded-For. Drops a port, which some proxies add, and a zone. Converts IPv4-mapped IPv6 to IPv4. */
function addressOf(sent: string): string | undefined {
  const address = sent.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:([\d.]+)$/.exec(canonical)?.[1] ?? canonical;
}

/**
 * Returns an IPv4 address, or the /64 of an IPv6 address, because one client can use all addresses of a /64. Returns `unknown` for any other text.
 */
export const clientNetwork = (sent: string): string => prefixOf(sent, 4);

/** Returns an IPv4 address, or the /48 of an IPv6 address, because one customer may own a whole /48. */
export const clientSite = (sent: string): string => prefixOf(sent, 3);

function prefixOf(sent: string, groups: number): string {
  const address = addressOf(sent) ?? 'unknown';
  if (!isIPv6(address)) return address;
  const [before = [], after] = address.split('::').map((part) => part.split(':'));
  const zeros = Array<string>(after ? 8 - before.length - after.length : 0).fill('0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, groups).join(':');
}

/**
 * Warns once if a peer outside `TRUSTED_PROXIES` sends X-Forwarded-For to the BFF or to a trusted nginx. nginx names the peer in X-Untrusted-Peer.
 */
export const untrustedPeers = fp<{ isTrusted: IsTrusted }>(async (app, { isTrusted }) => {
  let isReported = false;
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    if (isReported || headers['x-forwarded-for'] === undefined) return done();
    const sender = socket.remoteAddress ?? '';
    const peer = isTrusted(sender, 0) ? headers['x-untrusted-peer'] : sender;
    if (peer !== undefined) {
      isReported = true;
      app.log.warn(
        { peer },
        'ignored X-Forwarded-For of a peer outside TRUSTED_PROXIES: if it is an ingress, add it; until then, all its clients count as one address',
      );
    }
    done();
  });
});
