import { isIPv6 } from 'node:net';

/**
 * Whom a request comes from: the socket's address, or with proxies in front what the outermost of them saw. Each hop adds whom
 * it was asked by: what stands before ours is the client's own word.
 * @param hops how many proxies of ours stand in front (`TRUST_PROXY`)
 */
export function clientNetwork(socketAddress: string, forwardedFor: string | null, hops: number): string {
  const named = hops > 0 ? (forwardedFor?.split(',') ?? []) : [];
  return networkOf((named.at(-hops) ?? named[0])?.trim() || socketAddress);
}

/** Whom an address belongs to: a household has a /64 of IPv6, and can try from any address in it. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
