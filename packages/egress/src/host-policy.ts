import { isIP } from 'node:net';
import { addressRefusal } from './address-policy.ts';
import type { EgressAllow } from './egress-allow.ts';
import { isWellFormed, plainHost } from './host-name.ts';
import { portRefusal } from './port-policy.ts';

/** What `localhost` and every name under it stand for; no resolver is asked (RFC 6761, section 6.3). */
export const loopbackAddresses = ['127.0.0.1', '::1'] as const;

/** Names that never belong to the public web: mDNS (RFC 6762), private use (ICANN, 2024), homes (RFC 8375), Tor (RFC 7686). */
const localSuffixes = ['local', 'internal', 'home.arpa', 'onion'];

export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Why a connection to `hostname` at `port` is refused before any name is resolved, or null. `hostname` is what the URL
 * parser made of the text, so every spelling of an address (decimal, octal, hexadecimal, short, full-width) has
 * become the address.
 */
export function hostRefusal(hostname: string, port: number, allow: EgressAllow): string | null {
  const host = plainHost(hostname);
  if (allow.allows(host, port)) return null;
  if (isLocalhost(host))
    return loopbackAddresses.some((address) => allow.allows(address, port))
      ? null
      : `${host} is a name of the machine itself`;
  const closed = portRefusal(port);
  if (closed !== null) return closed;
  if (isIP(host) !== 0) {
    const why = addressRefusal(host);
    return why === null ? null : `${host} is ${why}`;
  }
  if (!isWellFormed(host)) return 'the host is not a name of the public internet';
  const local =
    !host.includes('.') || localSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return local ? `${host} is a name of a local network` : null;
}
