import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an address in standard notation. Returns null for names, zone IDs and short forms such as `127.1`. */
function parseAddress(ip: string): Address | null {
  const kind = isIP(ip);
  if (kind === 0 || ip.includes('%')) return null;
  // ipaddr.js parses `::8.8.8.8` as `::ffff:8.8.8.8`, which is a different address. The URL parser rewrites it as
  // hexadecimal groups.
  return ipaddr.parse(kind === 4 ? ip : new URL(`http://[${ip}]/`).hostname.slice(1, -1));
}

/**
 * Parses an address in standard notation. Converts an IPv4-mapped address to IPv4, as the system does when it connects.
 */
export function parseTargetAddress(ip: string): Address | null {
  const address = parseAddress(ip);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Returns the canonical notation of an address, for comparisons; null if `ip` is not an address. */
export function canonicalAddress(ip: string): string | null {
  return parseTargetAddress(ip)?.toString() ?? null;
}
