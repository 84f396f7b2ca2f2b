import { isIP } from 'node:net';
import { normalizeHost } from '../policy/host-names.ts';

/** Addresses by normalized name. */
export type HostsFile = ReadonlyMap<string, readonly string[]>;

/**
 * Parses `/etc/hosts` (hosts(5)). A name gets the addresses from all of its lines, in order. Lines without a valid
 * address are ignored.
 */
export function parseHostsFile(text: string): HostsFile {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    // A zone ID (`fe80::1%eth0`) belongs to a link-local address, which captures must not reach.
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const name of new Set(names.map(normalizeHost))) {
      const known = hosts.get(name);
      if (!known) hosts.set(name, [address]);
      else if (!known.includes(address)) known.push(address);
    }
  }
  return hosts;
}
