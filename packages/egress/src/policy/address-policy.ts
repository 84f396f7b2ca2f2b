import ipaddr from 'ipaddr.js';
import { parseTargetAddress } from './parse-address.ts';

/** The IPv6 block that IANA allocates for global unicast. All other IPv6 addresses are special-purpose, IPv4-embedded or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known NAT64 prefix (RFC 6052): IPv6-only networks reach all IPv4 sites through it. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Addresses in public address space that the host of a virtual machine serves (Azure metadata and DNS). */
const cloudServiceAddresses = new Set(['168.63.129.16']);

const rangeDescriptions: Record<string, string> = {
  unspecified: 'an unspecified address',
  broadcast: 'the broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  carrierGradeNat: 'a carrier-grade NAT address (RFC 6598)',
  private: 'a private address',
  uniqueLocal: 'a private address',
};

function ipv4Refusal(address: ipaddr.IPv4): string | null {
  if (cloudServiceAddresses.has(address.toString())) return 'a cloud service address';
  const range = address.range();
  return range === 'unicast' ? null : (rangeDescriptions[range] ?? 'a reserved address');
}

function ipv6Refusal(address: ipaddr.IPv6): string | null {
  if (address.match(nat64)) return ipv4Refusal(new ipaddr.IPv4(address.toByteArray().slice(12)));
  const range = address.range();
  // Transition addresses (6to4, Teredo) embed an IPv4 address. Public sites do not use such addresses, so all of them are
  // refused.
  if (range !== 'unicast') return rangeDescriptions[range] ?? 'a reserved address';
  // ipaddr.js classifies ::/96 (IPv4-compatible) and all unassigned addresses as unicast.
  return address.match(globalUnicast) ? null : 'a reserved address';
}

/**
 * Returns the reason why `ip` is refused, as a phrase that follows "is", or null if it is a globally routable unicast
 * address. `ip` must be in standard notation: names, zone IDs and short forms such as `127.1` are refused.
 */
export function addressRefusal(ip: string): string | null {
  const address = parseTargetAddress(ip);
  if (address === null) return 'not an address';
  return address instanceof ipaddr.IPv4 ? ipv4Refusal(address) : ipv6Refusal(address);
}

/** Whether `ip` is a globally routable unicast address, which a capture may reach (docs/egress.md). */
export function isPublicAddress(ip: string): boolean {
  return addressRefusal(ip) === null;
}

/** Whether `ip` is a global unicast IPv6 address. */
export function isGlobalIpv6(ip: string): boolean {
  const address = parseTargetAddress(ip);
  return address instanceof ipaddr.IPv6 && address.range() === 'unicast' && address.match(globalUnicast);
}
