import { networkInterfaces } from 'node:os';
import { canonicalAddress } from './policy/parse-address.ts';

/** The addresses of this machine's network interfaces, in canonical notation. */
export function localAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return new Set(addresses.map(({ address }) => canonicalAddress(address) ?? address));
}

/** Reading the network interfaces takes as long as sending a small request. */
const recentMs = 1_000;
let recent: { addresses: Set<string>; until: number } | undefined;

/** Like `localAddresses`, but not older than a second. */
export function recentLocalAddresses(): Set<string> {
  const now = performance.now();
  if (!recent || recent.until <= now) recent = { addresses: localAddresses(), until: now + recentMs };
  return recent.addresses;
}
