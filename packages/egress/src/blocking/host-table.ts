/**
 * Values by host. An entry for a domain also applies to its subdomains, unless a subdomain has its own entry. An entry
 * for exactly one host takes precedence.
 */
export type HostTable<T> = {
  addHost(host: string, value: T): void;
  addDomain(domain: string, value: T): void;
  /** @param host a normalized host */
  find(host: string): T | undefined;
};

/** No DNS name is longer than this (RFC 1035, section 2.3.4). The limit bounds the time of a search. */
const maxHostLength = 253;

export function createHostTable<T>(): HostTable<T> {
  const hosts = new Map<string, T>();
  const domains = new Map<string, T>();
  let maxLabels = 0;
  return {
    addHost: (host, value) => void hosts.set(host, value),
    addDomain(domain, value) {
      domains.set(domain, value);
      maxLabels = Math.max(maxLabels, domain.split('.').length);
    },
    find(host) {
      if (host.length > maxHostLength) return undefined;
      const exact = hosts.get(host);
      if (exact !== undefined) return exact;
      for (let name = lastLabels(host, maxLabels); ; ) {
        const value = domains.get(name);
        if (value !== undefined) return value;
        const dot = name.indexOf('.');
        if (dot < 0) return undefined;
        name = name.slice(dot + 1);
      }
    },
  };
}

/** A hostile host can have 127 labels, but no domain in the table has that many. */
function lastLabels(host: string, count: number): string {
  let dot = host.length;
  for (let labels = 0; labels < count && dot > 0; labels += 1) dot = host.lastIndexOf('.', dot - 1);
  return host.slice(dot + 1);
}
