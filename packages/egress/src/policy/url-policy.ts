import { allowNothing, type EgressAllow } from './egress-allow.ts';
import { hostRefusal } from './host-policy.ts';

export type UrlCheck = { allowed: true; url: URL } | { allowed: false; reason: string };

const defaultPorts: Record<string, number> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** Returns the port of a URL or the default port of its scheme; 0 if the scheme has no default port. */
export function portOf(url: URL): number {
  return url.port === '' ? (defaultPorts[url.protocol] ?? 0) : Number(url.port);
}

/**
 * Checks a URL without resolving its host (docs/egress.md): `http://` or `https://`, no credentials, an allowed port, and
 * a host that can be public. The proxy resolves names and checks their addresses later. Navigate to `url.href`, not to
 * `text`. `reason` is a sentence without a full stop and is safe to show to clients.
 */
export function checkUrl(text: string, allow: EgressAllow = allowNothing): UrlCheck {
  // Both slashes are required, because URL parsers interpret `http:/\host` and `http:host` differently.
  if (!/^https?:\/\//i.test(text)) return refused('only http:// and https:// URLs are allowed');
  if (!URL.canParse(text)) return refused('the URL is not valid');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused('only http:// and https:// URLs are allowed');
  if (url.username !== '' || url.password !== '') return refused('the URL must not contain credentials');
  const reason = hostRefusal(url.hostname, portOf(url), allow);
  return reason === null ? { allowed: true, url } : refused(reason);
}

function refused(reason: string): UrlCheck {
  return { allowed: false, reason };
}
