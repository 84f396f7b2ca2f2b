import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressRefusal } from './address-policy.ts';
import type { EgressAllow } from './egress-allow.ts';
import { EgressError, type EgressProblemCode } from './egress-problem.ts';
import { hostRefusal, isLocalhost, loopbackAddresses } from './host-policy.ts';
import { canonicalAddress } from './parse-address.ts';

/** All addresses of a name; rejects with a `code` of `ENOTFOUND` or `ENODATA` when there is none. */
export type Resolve = (host: string) => Promise<string[]>;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

export type ResolveOptions = {
  allow: EgressAllow;
  resolve: Resolve;
  /** Addresses of this machine, which a public name could lead back to; in their canonical spelling. */
  ownAddresses: ReadonlySet<string>;
};

/**
 * The addresses of `host` that may be dialled at `port`: every answer was checked, and a single bad one refuses the
 * name. A literal is checked and returned, without a resolver.
 * @throws EgressError when the host is refused or does not resolve
 */
export async function resolveHost(
  host: string,
  port: number,
  { allow, resolve, ownAddresses }: ResolveOptions,
): Promise<string[]> {
  const problem = (code: EgressProblemCode, reason: string, cause?: unknown) =>
    new EgressError({ code, host, port, reason }, { cause });
  const refused = hostRefusal(host, port, allow);
  if (refused !== null) throw problem('refused', refused);

  const open = allow.allows(host, port);
  if (isLocalhost(host)) return loopbackAddresses.filter((address) => open || allow.allows(address, port));
  const literal = isIP(host) !== 0;
  const addresses = literal
    ? [host]
    : await resolve(host).catch((error: unknown) => {
        const missing = ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '');
        throw missing
          ? problem('name_not_found', `the name ${host} does not exist`, error)
          : problem('resolver_failed', `the name ${host} could not be resolved`, error);
      });
  if (addresses.length === 0) throw problem('name_not_found', `the name ${host} has no address`);

  for (const address of addresses) {
    if (isIP(address) !== 0 && (open || allow.allows(address, port))) continue;
    if (addressRefusal(address) !== null)
      throw problem('refused', `${host} resolves to an address that is not public`);
    if (ownAddresses.has(canonicalAddress(address) ?? address))
      throw problem('refused', `${host} ${literal ? 'is' : 'resolves to'} an address of this machine`);
  }
  return addresses;
}
