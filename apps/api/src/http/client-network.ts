import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';

/** The IPv4 address of a client, or the /64 prefix of its IPv6 address, because network operators assign a whole prefix to each customer. */
export function clientNetwork(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = clientAddress(request as FastifyRequest) ?? 'unknown';
  return isIPv6(address) ? networkOf(address) : address;
}

/** RFC 4291, section 2.2: `::` stands for groups of zeros. */
function networkOf(address: string): string {
  const [start, end] = address.split('::') as [string, string | undefined];
  const before = start === '' ? [] : start.split(':');
  const after = end ? end.split(':') : [];
  const zeros = end === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
