import { allowNothing, type EgressAllow } from './egress-allow.ts';
import { hostRefusal } from './host-policy.ts';

export type UrlCheck = { allowed: true; url: URL } | { allowed: false; reason: string };

const defaultPorts: Record<string, number> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** The port that a URL names, or its scheme's; 0 for a scheme without one. */
export function portOf(url: URL): number {
  return url.port === '' ? (defaultPorts[url.protocol] ?? 0) : Number(url.port);
}

/**
 * Judges a URL by its text alone (decisions, section 10): `http://` or `https://`, no credentials, an open port, and a
 * host that can be public. Names are not resolved here; the proxy does that. Navigate to `url.href`, not to
 * the text. `reason` is a sentence without its full stop and safe to show.
 */
export function checkUrl(text: string, allow: EgressAllow = allowNothing): UrlCheck {
  // The slashes must be written: parsers disagree about what `http:/\host` and `http:host` mean.
  if (!/^https?:\/\//i.test(text)) return refused('only http:// and https:// URLs can be captured');
  if (!URL.canParse(text)) return refused('the URL is not well-formed');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused('only http:// and https:// URLs can be captured');
  if (url.username !== '' || url.password !== '') return refused('the URL must not carry credentials');
  const reason = hostRefusal(url.hostname, portOf(url), allow);
  return reason === null ? { allowed: true, url } : refused(reason);
}

function refused(reason: string): UrlCheck {
  return { allowed: false, reason };
}
