import { hostname } from 'node:os';
import { isValidHostName, normalizeHost } from '../policy/host-names.ts';

/** The settings of `/etc/resolv.conf` that a Node.js `Resolver` does not apply to queries. */
export type ResolvConf = {
  /** Domains that are appended to a name. */
  search: readonly string[];
  /** A name with at least this many dots is tried as it is before the search domains are appended. */
  ndots: number;
  /** Time limit for one attempt with one name server. */
  timeoutMs: number;
  /** Number of rounds over all name servers. */
  attempts: number;
};

/**
 * Parses `/etc/resolv.conf` (resolv.conf(5)). c-ares reads the name servers and `rotate` from the same file. The defaults
 * of 2 s and 3 attempts come from c-ares. They leave time for a connection after two lost packets, whereas glibc waits 5
 * s twice.
 */
export function parseResolvConf(text: string, machineName = hostname()): ResolvConf {
  const domain = machineName.includes('.') ? machineName.slice(machineName.indexOf('.') + 1) : '';
  const conf = { search: domains([domain]), ndots: 1, timeoutMs: 2_000, attempts: 3 };
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line
      .replace(/^\s*[#;].*/, '')
      .trim()
      .split(/\s+/);
    // If there are several `domain` and `search` lines, the last one applies.
    if (keyword === 'search') conf.search = domains(values);
    else if (keyword === 'domain') conf.search = domains(values.slice(0, 1));
    else if (keyword === 'options')
      for (const option of values) {
        const [name, value] = option.split(':');
        if (!/^\d{1,4}$/.test(value ?? '')) continue;
        if (name === 'ndots') conf.ndots = Math.min(Number(value), 15);
        else if (name === 'timeout') conf.timeoutMs = clamp(Number(value), 1, 30) * 1_000;
        else if (name === 'attempts') conf.attempts = clamp(Number(value), 1, 5);
      }
  }
  return conf;
}

/** Returns the names to query for `host`, in order, until one of them exists. */
export function queryNames(host: string, { search, ndots }: ResolvConf): string[] {
  const extended = search.map((domain) => `${host}.${domain}`).filter(isValidHostName);
  const dots = host.split('.').length - 1;
  return dots >= ndots ? [host, ...extended] : [...extended, host];
}

function domains(values: readonly string[]): string[] {
  return values.map((value) => normalizeHost(value)).filter(isValidHostName);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
