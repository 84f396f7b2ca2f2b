import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressRefusal } from './address-policy.ts';
import type { EgressAllow } from './egress-allow.ts';
import { EgressError, type EgressProblemCode } from './egress-problem.ts';
import { hostRefusal, isLocalhost, loopbackAddresses } from './host-policy.ts';
import { canonicalAddress } from './parse-address.ts';

/** Resolves a name to all its addresses. Rejects with `code` `ENOTFOUND` or `ENODATA` if there are none. */
export type Resolve = (host: string) => Promise<string[]>;

export const resolveWithSystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

export type ResolveOptions = {
  allow: EgressAllow;
  resolve: Resolve;
  /** Addresses of this machine in canonical notation. A public name could resolve to them. */
  ownAddresses: ReadonlySet<string>;
};

/**
 * Returns the addresses of `host` to which a connection at `port` is allowed. All addresses are checked, and one refused
 * address refuses the name. An IP address is checked and returned without a resolver.
 * @throws EgressError if the host is refused or cannot be resolved
 */
export async function resolveHost(
  host: string,
  port: number,
  { allow, resolve, ownAddresses }: ResolveOptions,
): Promise<string[]> {
  const problem = (code: EgressProblemCode, reason: string, cause?: unknown) =>
    new EgressError({ code, host, port, reason }, { cause });
  const refusal = hostRefusal(host, port, allow);
  if (refusal !== null) throw problem('refused', refusal);

  const isHostAllowed = allow.allows(host, port);
  if (isLocalhost(host))
    return loopbackAddresses.filter((address) => isHostAllowed || allow.allows(address, port));
  const isAddress = isIP(host) !== 0;
  const addresses = isAddress
    ? [host]
    : await resolve(host).catch((error: unknown) => {
        const missing = ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '');
        throw missing
          ? problem('name_not_found', `the name ${host} does not exist`, error)
          : problem('resolver_failed', `the name ${host} could not be resolved`, error);
      });
  if (addresses.length === 0) throw problem('name_not_found', `the name ${host} has no addresses`);

  for (const address of addresses) {
    if (isIP(address) !== 0 && (isHostAllowed || allow.allows(address, port))) continue;
    if (addressRefusal(address) !== null)
      throw problem('refused', `${host} resolves to an address that is not public`);
    if (ownAddresses.has(canonicalAddress(address) ?? address))
      throw problem('refused', `${host} ${isAddress ? 'is' : 'resolves to'} an address of this machine`);
  }
  return addresses;
}
