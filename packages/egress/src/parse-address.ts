import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Reads an address in standard notation; null for anything else (a name, a zone, `127.1`). */
function parseAddress(ip: string): Address | null {
  const kind = isIP(ip);
  if (kind === 0 || ip.includes('%')) return null;
  // ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`, another address; the URL parser writes it in plain groups first.
  return ipaddr.parse(kind === 4 ? ip : new URL(`http://[${ip}]/`).hostname.slice(1, -1));
}

/** Reads an address in standard notation, with an IPv4 address inside `::ffff:0:0/96` taken out, as the system dials it. */
export function parseDialledAddress(ip: string): Address | null {
  const address = parseAddress(ip);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** One spelling an address, to compare by; null when it is none. */
export function canonicalAddress(ip: string): string | null {
  return parseDialledAddress(ip)?.toString() ?? null;
}
