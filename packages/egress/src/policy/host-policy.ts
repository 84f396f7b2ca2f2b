import { isIP } from 'node:net';
import { addressRefusal } from './address-policy.ts';
import type { EgressAllow } from './egress-allow.ts';
import { isValidHostName, normalizeHost } from './host-names.ts';
import { portRefusal } from './port-policy.ts';

/** The addresses of `localhost` and all its subdomains. DNS is never used to resolve them (RFC 6761, section 6.3). */
export const loopbackAddresses = ['127.0.0.1', '::1'] as const;

/** Suffixes outside the public web: mDNS (RFC 6762), private use (ICANN, 2024), home networks (RFC 8375), Tor (RFC 7686). */
const localSuffixes = ['local', 'internal', 'home.arpa', 'onion'];

export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Returns the reason why a connection to `hostname` at `port` is refused before its name is resolved, or null. `hostname`
 * comes from the URL parser, which converts every notation of an address (decimal, octal, hexadecimal, short, full-width)
 * to the standard notation.
 */
export function hostRefusal(hostname: string, port: number, allow: EgressAllow): string | null {
  const host = normalizeHost(hostname);
  if (allow.allows(host, port)) return null;
  if (isLocalhost(host))
    return loopbackAddresses.some((address) => allow.allows(address, port))
      ? null
      : `${host} is a loopback name`;
  const refusedPort = portRefusal(port);
  if (refusedPort !== null) return refusedPort;
  if (isIP(host) !== 0) {
    const reason = addressRefusal(host);
    return reason === null ? null : `${host} is ${reason}`;
  }
  if (!isValidHostName(host)) return 'the host is not a valid public name';
  const isLocal =
    !host.includes('.') || localSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return isLocal ? `${host} is a local network name` : null;
}
