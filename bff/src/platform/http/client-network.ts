import { isIPv6 } from 'node:net';

/** By which limits know an address: an IPv4 address, or the /64 network of an IPv6 address, of which one client can use every address. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before = [], after] = address.split('::').map((part) => part.split(':'));
  const zeros = Array<string>(after ? 8 - before.length - after.length : 0).fill('0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4).join(':');
}
