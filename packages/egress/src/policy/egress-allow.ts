import { normalizeHost, parseHostName } from './host-names.ts';
import { type Address, parseTargetAddress } from './parse-address.ts';
import { portRefusal } from './port-policy.ts';

/** The exceptions that the operator allows with `EGRESS_ALLOW`. */
export type EgressAllow = {
  /**
   * Whether an exception allows `host` (a name, or an address with or without brackets) at `port`. An entry with a port
   * opens exactly that port, even if the port policy refuses it. An entry without a port opens every port that the port
   * policy allows.
   */
  allows(host: string, port: number): boolean;
};

type Network = [Address, number];
type Entry = { port: number | null } & ({ network: Network } | { name: string });

const validEntries =
  'separate entries by commas or whitespace; valid entries are a network (10.0.0.0/8, fd00::/8), an address (192.168.1.5, ::1), ' +
  'a host (intranet.example), or an address or host with its port (192.168.1.5:8080, [::1]:3000, intranet.example:81)';

function parseNetwork(text: string): Network | null {
  const slash = text.indexOf('/');
  const base = parseTargetAddress(slash < 0 ? text : text.slice(0, slash));
  if (base === null) return null;
  const bits = base.kind() === 'ipv4' ? 32 : 128;
  const length = slash < 0 ? `${bits}` : text.slice(slash + 1);
  // The prefix length in `::ffff:10.0.0.0/104` refers to the IPv6 address, so such a network must be written as IPv4.
  if (slash >= 0 && text.includes(':') && bits === 32) return null;
  return /^\d{1,3}$/.test(length) && Number(length) <= bits ? [base, Number(length)] : null;
}

function parseEntry(text: string): Entry | null {
  const network = parseNetwork(text);
  if (network) return { network, port: null };
  const parts = /^(?<host>\[[^\]]+\]|[^:/[\]]+)(?::(?<port>\d{1,5}))?$/.exec(text)?.groups;
  if (!parts) return null;
  const port = parts.port === undefined ? null : Number(parts.port);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  const addressNetwork = parseNetwork(normalizeHost(parts.host!));
  if (addressNetwork) return { network: addressNetwork, port };
  const name = parseHostName(parts.host!);
  return name === null ? null : { name, port };
}

function contains([base, length]: Network, address: Address): boolean {
  return address.kind() === base.kind() && address.match(base, length);
}

/**
 * Parses `EGRESS_ALLOW`; an empty value allows no exceptions. A host entry opens every address that its name resolves to.
 * A network entry opens its addresses under any public name. Names in a local network (`intranet`, `*.local`) need a host
 * entry.
 * @throws Error whose message contains the first invalid entry and the valid forms
 */
export function parseEgressAllow(text: string): EgressAllow {
  const entries = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const entry = parseEntry(part);
      if (!entry) throw new Error(`"${part}" is not valid; ${validEntries}`);
      return entry;
    });
  return {
    allows(host, port) {
      const name = normalizeHost(host);
      const address = parseTargetAddress(name);
      return entries.some((entry) => {
        const matches =
          'name' in entry ? entry.name === name : address !== null && contains(entry.network, address);
        return matches && (entry.port === null ? portRefusal(port) === null : entry.port === port);
      });
    },
  };
}

/** No exceptions. */
export const allowNothing: EgressAllow = { allows: () => false };
