import type { HostFilter } from './blocking/host-filter.ts';
import { defaultLimits, type EgressLimits } from './egress-limits.ts';
import { type CountedProblem, createProblemLog, type EgressRule, isRefusal } from './egress-problem.ts';
import { createEgressResources, type EgressResources } from './egress-resources.ts';
import { localAddresses } from './local-addresses.ts';
import { createNameResolver, type Resolve } from './names/name-resolver.ts';
import type { EgressAllow } from './policy/egress-allow.ts';
import { normalizeHost } from './policy/host-names.ts';
import { canonicalAddress } from './policy/parse-address.ts';
import { portOf } from './policy/url-policy.ts';
import { EgressProxy, type ProxyListener } from './proxy/egress-proxy.ts';
import { createTargetConnector } from './targets/target-connector.ts';

export type EgressSessionOptions = {
  allow: EgressAllow;
  /**
   * Resources that the sessions of this process share. Defaults to separate resources, for a process with a single
   * session.
   */
  resources?: EgressResources;
  /** Defaults to `/etc/hosts` and DNS. Called once per name in each session, and again only after a failure. */
  resolve?: Resolve;
  limits?: Partial<EgressLimits>;
  /** Addresses of this machine, which are refused even if they are public. Defaults to the addresses of its network interfaces. */
  ownAddresses?: readonly string[];
  /** Accepts the browser's connections. Defaults to a port on loopback. The session closes the listener when it ends. */
  listener?: ProxyListener;
  /** Default: no host is blocked. */
  filter?: HostFilter;
  /** Called for each connection that a rule refuses, so that it can be counted in metrics. */
  onRefused?: (rule: EgressRule) => void;
};

/** The network access of one capture. */
export type EgressSession = {
  /** For example `http://127.0.0.1:<port>`. Only the browser context of this capture may use it. */
  readonly proxyUrl: string;
  /**
   * Connections that a limit or a policy has refused, limits first. After 100 distinct hosts and ports, additional
   * refusals are counted without a host.
   */
  refusals(): readonly CountedProblem[];
  /** Errors in the network or on a site: unknown names, refused connections, timeouts, invalid responses. */
  failures(): readonly CountedProblem[];
  /** Returns the first problem with the host and port of `url`, which explains a failed navigation. */
  problemAt(url: string): CountedProblem | undefined;
  /** Returns the number of bytes received from sites, before decompression. */
  bytesReceived(): number;
  /** Closes all connections immediately and stops listening. Idempotent. */
  close(): Promise<void>;
};

/**
 * Opens a proxy on loopback for one capture. The proxy does not require credentials, because a browser can send them only
 * with request interception. During the capture, another user of the machine could find the port and use it to reach
 * whatever a page can reach: the public network and `allow`.
 */
export async function openEgressSession(options: EgressSessionOptions): Promise<EgressSession> {
  const { allow, resources = createEgressResources(), listener, filter, onRefused = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const log = createProblemLog();
  const ownAddresses = options.ownAddresses
    ? new Set(options.ownAddresses.map((address) => canonicalAddress(address) ?? address))
    : localAddresses();
  const { resolve = createNameResolver(resources, ownAddresses) } = options;
  const slots = resources.connections.openSession(limits.openConnections);
  const connector = createTargetConnector({
    ...{ allow, resolve, limits, ownAddresses, slots, log, onRefused },
    ...(filter && { filter }),
  });
  const proxy = new EgressProxy({
    connector,
    log,
    maxClients: 2 * limits.openConnections,
    onRefused,
  });
  if (listener) proxy.accept(listener);
  else await proxy.listen();
  let closed: Promise<void> | undefined;
  return {
    proxyUrl: listener?.proxyUrl ?? `http://127.0.0.1:${proxy.port}`,
    refusals: () => log.all().filter(isRefusal).sort(byLimitFirst),
    failures: () => log.all().filter((problem) => !isRefusal(problem)),
    problemAt(text) {
      if (!URL.canParse(text)) return undefined;
      const url = new URL(text);
      const [host, port] = [normalizeHost(url.hostname), portOf(url)];
      return log.all().find((problem) => problem.host === host && problem.port === port);
    },
    bytesReceived: connector.bytesReceived,
    close() {
      listener?.close();
      connector.close();
      closed ??= proxy.close(true);
      return closed;
    },
  };
}

function byLimitFirst(a: CountedProblem, b: CountedProblem): number {
  return Number(b.code === 'over_limit') - Number(a.code === 'over_limit');
}
