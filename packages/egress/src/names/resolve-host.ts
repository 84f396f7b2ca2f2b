import { isIP } from 'node:net';
import { EgressError, type EgressProblemCode, type EgressRule } from '../egress-problem.ts';
import { addressRefusal } from '../policy/address-policy.ts';
import type { EgressAllow } from '../policy/egress-allow.ts';
import { hostRefusal, isLocalhost, loopbackAddresses } from '../policy/host-policy.ts';
import { canonicalAddress } from '../policy/parse-address.ts';
import { isMissing } from './name-resolver.ts';

/** `isPublic` is false for an address that only an exception allows. */
export type CheckedAddress = { address: string; isPublic: boolean };

export type AddressRules = {
  allow: EgressAllow;
  /** Addresses of this machine in canonical notation. A public name could resolve to one of them. */
  ownAddresses: ReadonlySet<string>;
};

/**
 * Returns the addresses of `host` to which connections at `port` are allowed. All addresses are checked, and a single
 * refused address causes the name to be refused. An IP address is checked and returned without a resolver.
 *
 * A name is refused if it has both public addresses and addresses that only a network entry of `EGRESS_ALLOW` opens: its
 * owner could serve a page from a public address and then let the same origin continue inside the network. If a name has
 * a host entry, the operator vouches for all its addresses.
 * @throws EgressError if the host is refused or cannot be resolved
 */
export async function resolveHost(
  host: string,
  port: number,
  { allow, ownAddresses, resolve }: AddressRules & { resolve(host: string): Promise<string[]> },
): Promise<CheckedAddress[]> {
  const problem = (code: EgressProblemCode, reason: string, cause?: unknown) =>
    new EgressError({ code, host, port, reason }, { cause });
  const refused = (rule: EgressRule, reason: string) =>
    new EgressError({ code: 'refused', host, port, reason }, { rule });
  const refusal = hostRefusal(host, port, allow);
  if (refusal !== null) throw refused('host', refusal);

  const isHostAllowed = allow.allows(host, port);
  if (isLocalhost(host))
    return loopbackAddresses
      .filter((address) => isHostAllowed || allow.allows(address, port))
      .map((address) => ({ address, isPublic: false }));
  const isAddress = isIP(host) !== 0;
  const addresses = isAddress
    ? [host]
    : await resolve(host).catch((error: unknown) => {
        if (error instanceof EgressError) throw error;
        throw isMissing(error)
          ? problem('name_not_found', `the name ${host} does not exist`, error)
          : problem('resolver_failed', `the name ${host} could not be resolved`, error);
      });
  if (addresses.length === 0) throw problem('name_not_found', `the name ${host} has no addresses`);

  const checked = addresses.map((address) => {
    const isNotPublic = addressRefusal(address) !== null;
    const isOwn = ownAddresses.has(canonicalAddress(address) ?? address);
    const isOpened = isIP(address) !== 0 && (isHostAllowed || allow.allows(address, port));
    if (isNotPublic && !isOpened)
      throw refused('private_address', `${host} resolves to an address that is not public`);
    if (isOwn && !isOpened)
      throw refused('own_address', `${host} ${isAddress ? 'is' : 'resolves to'} an address of this machine`);
    return { address, isPublic: !isNotPublic && !isOwn };
  });
  const isMixed = checked.some(({ isPublic }) => isPublic) && checked.some(({ isPublic }) => !isPublic);
  if (isMixed && !isHostAllowed)
    throw refused(
      'mixed_addresses',
      `${host} resolves both to public addresses and to addresses that are not public`,
    );
  return checked;
}
