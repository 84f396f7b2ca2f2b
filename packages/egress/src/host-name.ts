import { isIP } from 'node:net';

/** A URL's `hostname` as it is compared and dialled: lower case, no brackets, no dot at the end. */
export function plainHost(hostname: string): string {
  const host = hostname.toLowerCase();
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host.replace(/\.$/, '');
}

const label = /^[a-z0-9_-]{1,63}$/;

/** Reads a host name (international ones become `xn--`); null when it is none, or another spelling of an address. */
export function hostName(text: string): string | null {
  if (/[/\\?#@:\s]/.test(text) || !URL.canParse(`http://${text}/`)) return null;
  const host = plainHost(new URL(`http://${text}/`).hostname);
  return isIP(host) === 0 && isWellFormed(host) ? host : null;
}

/** Whether a plain host is a name that DNS could hold (letters, digits, hyphens and underscores, no empty label). */
export function isWellFormed(host: string): boolean {
  return host.length <= 253 && host.split('.').every((part) => label.test(part));
}
