import { hostName, plainHost } from './host-name.ts';
import { type Address, parseDialledAddress } from './parse-address.ts';
import { portRefusal } from './port-policy.ts';

/** The exceptions that an operator opens (`EGRESS_ALLOW`). */
export type EgressAllow = {
  /**
   * Whether `host` (a name, or an address with or without brackets) may be reached at `port` although the rules
   * refuse it. An entry with a port opens exactly that port, whichever it is; one without opens every port that
   * the port rules permit.
   */
  allows(host: string, port: number): boolean;
};

type Network = [Address, number];
type Entry = { port: number | null } & ({ network: Network } | { name: string });

const accepted =
  'accepted, separated by commas or blanks: a network (10.0.0.0/8, fd00::/8), an address (192.168.1.5, ::1), ' +
  'a host (intranet.example), or an address or host with its port (192.168.1.5:8080, [::1]:3000, intranet.example:81)';

function networkOf(text: string): Network | null {
  const slash = text.indexOf('/');
  const base = parseDialledAddress(slash < 0 ? text : text.slice(0, slash));
  if (base === null) return null;
  const bits = base.kind() === 'ipv4' ? 32 : 128;
  const length = slash < 0 ? `${bits}` : text.slice(slash + 1);
  // `::ffff:10.0.0.0/104` counts the bits of another base, and is left to be written as IPv4.
  if (slash >= 0 && text.includes(':') && bits === 32) return null;
  return /^\d{1,3}$/.test(length) && Number(length) <= bits ? [base, Number(length)] : null;
}

function entryOf(text: string): Entry | null {
  const network = networkOf(text);
  if (network) return { network, port: null };
  const parts = /^(?<host>\[[^\]]+\]|[^:/[\]]+)(?::(?<port>\d{1,5}))?$/.exec(text)?.groups;
  if (!parts) return null;
  const port = parts.port === undefined ? null : Number(parts.port);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  const literal = networkOf(plainHost(parts.host!));
  if (literal) return { network: literal, port };
  const name = hostName(parts.host!);
  return name === null ? null : { name, port };
}

function contains([base, length]: Network, address: Address): boolean {
  return address.kind() === base.kind() && address.match(base, length);
}

/**
 * Reads `EGRESS_ALLOW`; an empty text opens nothing. A host opens whatever its name resolves to, a network opens the
 * addresses in it under any public name; names of a local network (`intranet`, `*.local`) are listed by name.
 * @throws Error that names the first bad entry and says what is accepted
 */
export function parseEgressAllow(text: string): EgressAllow {
  const entries = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const entry = entryOf(part);
      if (!entry) throw new Error(`"${part}" is not understood; ${accepted}`);
      return entry;
    });
  return {
    allows(host, port) {
      const name = plainHost(host);
      const address = parseDialledAddress(name);
      return entries.some((entry) => {
        const matches =
          'name' in entry ? entry.name === name : address !== null && contains(entry.network, address);
        return matches && (entry.port === null ? portRefusal(port) === null : entry.port === port);
      });
    },
  };
}

/** No exceptions at all. */
export const allowNothing: EgressAllow = { allows: () => false };
