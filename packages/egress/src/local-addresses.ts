import { networkInterfaces } from 'node:os';
import { canonicalAddress } from './policy/parse-address.ts';

/** The addresses of this machine's network interfaces, in canonical notation. */
export function localAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return new Set(addresses.map(({ address }) => canonicalAddress(address) ?? address));
}
