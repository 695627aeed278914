import { BlockList, isIPv6 } from 'node:net';

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const unrouted = new BlockList();
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  unrouted.addSubnet(net, prefix);
unrouted.addSubnet('fc00::', 7, 'ipv6');
unrouted.addSubnet('fe80::', 10, 'ipv6');

export const isLoopback = (ip: string): boolean => loopback.check(ip, familyOf(ip));

/** Whether an address is of no host of the Internet: loopback, private, shared or link-local (RFC 6890). */
export const isPrivate = (ip: string): boolean => isLoopback(ip) || unrouted.check(ip, familyOf(ip));
