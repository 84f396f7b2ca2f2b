import { networkInterfaces } from 'node:os';
import { type EgressLimits, openDialler } from './dialler.ts';
import type { EgressAllow } from './egress-allow.ts';
import { type CountedProblem, isRefusal, openProblemLog } from './egress-problem.ts';
import { EgressProxy } from './egress-proxy.ts';
import { plainHost } from './host-name.ts';
import { canonicalAddress } from './parse-address.ts';
import { type Resolve, systemResolve } from './resolve-host.ts';
import { portOf } from './url-policy.ts';

export type EgressSessionOptions = {
  allow: EgressAllow;
  /** The system's resolver when omitted. Asked once a name and session; its first answer holds. */
  resolve?: Resolve;
  /** 100 MiB and 10 s when omitted. */
  limits?: EgressLimits;
  /** This machine's addresses, refused although they may be public; read from its interfaces when omitted. */
  ownAddresses?: readonly string[];
};

/** The network of one capture. */
export type EgressSession = {
  /** `http://127.0.0.1:<port>`, for the browser context of this capture alone. */
  readonly proxyUrl: string;
  /** What the policy or the limit refused, by host and port. Past 100 different ones the rest are `(others)`, port 0. */
  refusals(): readonly CountedProblem[];
  /** What the network or a site failed at: unknown names, refused connections, time-outs, broken answers. */
  failures(): readonly CountedProblem[];
  /** The first problem of the URL's host and port: why a navigation failed, when it did. */
  problemAt(url: string): CountedProblem | undefined;
  /** Bytes received from sites, as they came over the wire. */
  bytesReceived(): number;
  /** Ends every connection at once and stops listening. May be called twice. */
  close(): Promise<void>;
};

export const defaultLimits: EgressLimits = { bytes: 100 * 1024 * 1024, connectTimeoutMs: 10_000 };

/**
 * Opens a proxy on loopback for one capture. It asks for no credentials (a browser can give them only through request
 * interception): another user of the machine could find the port while the capture lasts, and reach through it
 * what a page can reach, which is the public network and `allow`.
 */
export async function openEgressSession(options: EgressSessionOptions): Promise<EgressSession> {
  const { allow, resolve = systemResolve, limits = defaultLimits } = options;
  const log = openProblemLog();
  const ownAddresses = new Set(
    (options.ownAddresses ?? addressesOfThisMachine()).map((address) => canonicalAddress(address) ?? address),
  );
  const dialler = openDialler({ allow, resolve, limits, ownAddresses, log });
  const proxy = new EgressProxy({ dialler, log });
  await proxy.listen();
  let closed: Promise<void> | undefined;
  return {
    proxyUrl: `http://127.0.0.1:${proxy.port}`,
    refusals: () => log.all().filter(isRefusal),
    failures: () => log.all().filter((problem) => !isRefusal(problem)),
    problemAt(text) {
      if (!URL.canParse(text)) return undefined;
      const url = new URL(text);
      const [host, port] = [plainHost(url.hostname), portOf(url)];
      return log.all().find((problem) => problem.host === host && problem.port === port);
    },
    bytesReceived: dialler.bytesReceived,
    close() {
      dialler.close();
      closed ??= proxy.close(true);
      return closed;
    },
  };
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).map(({ address }) => address),
  );
}
