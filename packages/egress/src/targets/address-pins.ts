import type { CheckedAddress } from '../names/resolve-host.ts';
import { canonicalAddress } from '../policy/parse-address.ts';

/**
 * The address to which each host and port of a session connected first. Later connections reuse it. If that address is
 * public and fails, they may use another public address of the name. If only an exception opens that address, they may
 * use no other, so that an origin never switches to another internal server.
 */
export type AddressPins = {
  /** Returns the addresses of `host` that a connection may use, in order of preference. */
  usable(host: string, port: number, addresses: readonly CheckedAddress[]): string[];
  /**
   * Pins `remoteAddress` if no address is pinned yet. Returns false if an earlier connection has pinned an address that
   * excludes it.
   */
  accept(host: string, port: number, addresses: readonly CheckedAddress[], remoteAddress: string): boolean;
};

export function createAddressPins(): AddressPins {
  const pins = new Map<string, CheckedAddress>();

  const usable: AddressPins['usable'] = (host, port, addresses) => {
    const pin = pins.get(`${host} ${port}`);
    if (!pin) return addresses.map(({ address }) => address);
    const others = addresses.filter(
      ({ address, isPublic }) => pin.isPublic && isPublic && address !== pin.address,
    );
    return [pin, ...others].map(({ address }) => address);
  };

  return {
    usable,
    accept(host, port, addresses, remoteAddress) {
      const remote = canonicalAddress(remoteAddress);
      const connected = addresses.find(({ address }) => canonicalAddress(address) === remote);
      if (!connected || !usable(host, port, addresses).includes(connected.address)) return false;
      const key = `${host} ${port}`;
      if (!pins.has(key)) pins.set(key, connected);
      return true;
    },
  };
}
