import { BlockList, isIP, isIPv6 } from 'node:net';
import fp from 'fastify-plugin';

/** `hop` counts the addresses between an address and this process. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** Trusted proxies in a row. A longer X-Forwarded-For is read up to here, so that its length costs nothing. */
const MAX_HOPS = 16;

/** Reads addresses and CIDR ranges. An IPv4 range includes its addresses that are mapped to IPv6. */
export function trustedProxies(ranges: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address, hop) =>
    hop < MAX_HOPS && isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Address that limits count by: an IPv4 address, or the /64 network of an IPv6 address, because one client can use all of its addresses. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before = [], after] = address.split('::').map((part) => part.split(':'));
  const zeros = Array<string>(after ? 8 - before.length - after.length : 0).fill('0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4).join(':');
}

/**
 * Warns once when X-Forwarded-For comes from a peer outside `TRUSTED_PROXIES`: of this process, or of the nginx in front, which names the
 * peer in X-Untrusted-Peer.
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
        'ignored X-Forwarded-For of a peer outside TRUSTED_PROXIES: if it is an ingress, all its clients count as one address until you add it',
      );
    }
    done();
  });
});
