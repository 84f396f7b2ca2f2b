import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The client's IP address: the socket's address, or the address that the proxies in `TRUST_PROXY` report. IPv4 addresses are in dotted form
 * even on an IPv6 socket.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string | null {
  // A proxy can report arbitrary text.
  const address = isIP(ip) ? ip : socket.remoteAddress;
  return address?.replace(/^::ffff:(?=[\d.]+$)/i, '') ?? null;
}
