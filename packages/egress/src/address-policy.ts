import ipaddr from 'ipaddr.js';
import { parseDialledAddress } from './parse-address.ts';

/** Everything that IANA has given out as global unicast; the rest of IPv6 is special, embedded or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** NAT64's well-known prefix (RFC 6052): a network without IPv4 reaches every IPv4 site through it. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Lies among public addresses, and is answered by the host of a virtual machine (Azure's metadata and DNS). */
const cloudServices = new Set(['168.63.129.16']);

const words: Record<string, string> = {
  unspecified: 'an unspecified address',
  broadcast: 'the broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  carrierGradeNat: 'a shared address of a provider (RFC 6598)',
  private: 'a private address',
  uniqueLocal: 'a private address',
};

function ipv4Refusal(address: ipaddr.IPv4): string | null {
  if (cloudServices.has(address.toString())) return 'the address of a cloud service';
  const range = address.range();
  return range === 'unicast' ? null : (words[range] ?? 'a reserved address');
}

function ipv6Refusal(address: ipaddr.IPv6): string | null {
  if (address.match(nat64)) return ipv4Refusal(new ipaddr.IPv4(address.toByteArray().slice(12)));
  const range = address.range();
  // 6to4, Teredo and the like carry an IPv4 address out of sight: no site is served there, so none is allowed.
  if (range !== 'unicast') return words[range] ?? 'a reserved address';
  // ipaddr.js calls ::/96 (IPv4-compatible) and all that is unassigned "unicast".
  return address.match(globalUnicast) ? null : 'a reserved address';
}

/**
 * Why nothing may be sent to `ip`, as words that follow "is", or null when it is globally routable unicast.
 * `ip` is an address in standard notation; anything else (a name, a zone, `127.1`) is refused.
 */
export function addressRefusal(ip: string): string | null {
  const address = parseDialledAddress(ip);
  if (address === null) return 'not an address';
  return address instanceof ipaddr.IPv4 ? ipv4Refusal(address) : ipv6Refusal(address);
}

/** Whether `ip` is a globally routable unicast address that a capture may reach (decisions, section 10). */
export function isPublicAddress(ip: string): boolean {
  return addressRefusal(ip) === null;
}
