import { Resolver } from 'node:dns/promises';
import type { EgressResources } from '../egress-resources.ts';
import { isGlobalIpv6 } from '../policy/address-policy.ts';
import { queryNames, type ResolvConf } from './resolv-conf.ts';

/**
 * Resolves a name to all its addresses. Rejects with `code` `ENOTFOUND` or `ENODATA` if there are none, and soon after the
 * signal aborts.
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Returns the resolver of one session, which uses `/etc/hosts`, then DNS by c-ares. `getaddrinfo` is not used, because
 * each call blocks a thread of libuv's pool and cannot be canceled, so a page that uses a silent name server would stall
 * the whole process. Aborting the signal cancels the lookup and its queries.
 */
export function createNameResolver(resources: EgressResources, ownAddresses: Iterable<string>): Resolve {
  // RFC 6724, section 6: a machine that has no global IPv6 address of its own connects over IPv4 first.
  const prefersIpv6 = Iterator.from(ownAddresses).some(isGlobalIpv6);
  const slots = resources.lookups.openSession();
  return async (host, signal) => {
    const known = resources.hostsFile().get(host);
    if (known) return [...known];
    await slots.take(signal);
    try {
      return await queryInOrder(host, { ...resources, prefersIpv6 }, signal);
    } finally {
      slots.release();
    }
  };
}

type QuerySettings = Pick<EgressResources, 'resolvConf' | 'nameServers'> & { prefersIpv6: boolean };

async function queryInOrder(host: string, settings: QuerySettings, signal: AbortSignal): Promise<string[]> {
  const conf = settings.resolvConf();
  let missing: unknown;
  for (const name of queryNames(host, conf)) {
    signal.throwIfAborted();
    try {
      return await queryAddresses(name, conf, settings, signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing ??= error;
    }
  }
  throw missing;
}

/**
 * Queries the A and AAAA records of `name`; c-ares follows CNAME records. Each lookup has its own Resolver, so it can be
 * canceled separately, and it uses a new source port, which makes it harder to forge responses.
 */
async function queryAddresses(
  name: string,
  { timeoutMs, attempts }: ResolvConf,
  { nameServers, prefersIpv6 }: QuerySettings,
  signal: AbortSignal,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: attempts, maxTimeout: timeoutMs });
  if (nameServers) resolver.setServers(nameServers);
  let servers = resolver.getServers();
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const [ipv4, ipv6] = results.map((result) => (result.status === 'fulfilled' ? result.value : []));
      const addresses = prefersIpv6 ? [...ipv6!, ...ipv4!] : [...ipv4!, ...ipv6!];
      if (addresses.length > 0) return addresses;
      const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      const error = errors.find((one) => !isMissing(one)) ?? errors[0] ?? noAddresses(name);
      servers = servers.slice(1);
      if (servers.length === 0 || signal.aborted || !isServerFailure(error)) throw error;
      resolver.setServers(servers);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Whether a name server responded but could not resolve the name. As Node.js configures it, c-ares queries the next
 * server only if a server does not respond at all.
 */
function isServerFailure(error: unknown): boolean {
  return ['ESERVFAIL', 'EREFUSED', 'ENOTIMP'].includes((error as { code?: string }).code ?? '');
}

function noAddresses(name: string): Error {
  return Object.assign(new Error(`${name} has no addresses`), { code: 'ENODATA' });
}

/** Whether the name does not exist or has no addresses, as opposed to a failure of the name servers. */
export function isMissing(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes((error as { code?: string }).code ?? '');
}
