import { networkInterfaces } from 'node:os';
import type { EgressAllow } from './egress-allow.ts';
import { type CountedProblem, createProblemLog, isRefusal } from './egress-problem.ts';
import { EgressProxy, type ProxyListener } from './egress-proxy.ts';
import { normalizeHost } from './host-names.ts';
import { canonicalAddress } from './parse-address.ts';
import { type Resolve, resolveWithSystem } from './resolve-host.ts';
import { createTargetConnector, type EgressLimits } from './target-connector.ts';
import { portOf } from './url-policy.ts';

export type EgressSessionOptions = {
  allow: EgressAllow;
  /** Defaults to the resolver of the system. Called once per name and session. */
  resolve?: Resolve;
  /** Defaults to 100 MiB and 10 s. */
  limits?: EgressLimits;
  /** Addresses of this machine, which are refused even if they are public. Defaults to those of its network interfaces. */
  ownAddresses?: readonly string[];
  /** Accepts the connections of the browser. Defaults to a port on loopback. The session closes it. */
  listener?: ProxyListener;
};

/** The network access of one capture. */
export type EgressSession = {
  /** For example `http://127.0.0.1:<port>`, only for the browser context of this capture. */
  readonly proxyUrl: string;
  /** Connections that the policies or the byte limit refused. Beyond 100 hosts and ports, the host is `(others)` and the port 0. */
  refusals(): readonly CountedProblem[];
  /** Errors of the network or a site: unknown names, refused connections, timeouts, invalid responses. */
  failures(): readonly CountedProblem[];
  /** The first problem with the host and port of `url`, which explains a failed navigation. */
  problemAt(url: string): CountedProblem | undefined;
  /** Bytes received from sites, before decompression. */
  bytesReceived(): number;
  /** Closes all connections immediately and stops listening. Idempotent. */
  close(): Promise<void>;
};

export const defaultLimits: EgressLimits = { bytes: 100 * 1024 * 1024, connectTimeoutMs: 10_000 };

/**
 * Opens a proxy on loopback for one capture. The proxy requires no credentials, because a browser can send them only with
 * request interception. Another user of the machine could find the port during the capture and reach through it what a page
 * can reach: the public network and `allow`.
 */
export async function openEgressSession(options: EgressSessionOptions): Promise<EgressSession> {
  const { allow, resolve = resolveWithSystem, limits = defaultLimits, listener } = options;
  const log = createProblemLog();
  const ownAddresses = new Set(
    (options.ownAddresses ?? localAddresses()).map((address) => canonicalAddress(address) ?? address),
  );
  const connector = createTargetConnector({ allow, resolve, limits, ownAddresses, log });
  const proxy = new EgressProxy({ connector, log });
  if (listener) proxy.accept(listener);
  else await proxy.listen();
  let closed: Promise<void> | undefined;
  return {
    proxyUrl: listener?.proxyUrl ?? `http://127.0.0.1:${proxy.port}`,
    refusals: () => log.all().filter(isRefusal),
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

function localAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).map(({ address }) => address),
  );
}
