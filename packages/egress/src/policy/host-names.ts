import { isIP } from 'node:net';

/** Normalizes the `hostname` of a URL for comparing and connecting: lower case, without brackets and trailing dot. */
export function normalizeHost(hostname: string): string {
  const host = hostname.toLowerCase();
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host.replace(/\.$/, '');
}

const label = /^[a-z0-9_-]{1,63}$/;

/** Parses a host name, converting international names to Punycode. Returns null for IP addresses in any notation and for invalid names. */
export function parseHostName(text: string): string | null {
  if (/[/\\?#@:\s]/.test(text) || !URL.canParse(`http://${text}/`)) return null;
  const host = normalizeHost(new URL(`http://${text}/`).hostname);
  return isIP(host) === 0 && isValidHostName(host) ? host : null;
}

/** Whether a normalized host is a valid DNS name: letters, digits, hyphens and underscores, and no empty labels. */
export function isValidHostName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((part) => label.test(part));
}
