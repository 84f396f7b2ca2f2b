import type { IncomingMessage } from 'node:http';
import { isHeader } from '@shotclock/runtime';

/** Hop-by-hop fields (RFC 9110, section 7.6.1) and fields for proxies. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Fields that are meant for all recipients: framing, content, caching, identity and security. RFC 9110, section 7.6.1,
 * does not allow them as connection options. If a `Connection` field lists them, it has no effect on them and therefore
 * cannot remove the framing of a message.
 */
const endToEnd =
  /^(?:content-.*|host|cache-control|cookie|set-cookie|authorization|www-authenticate|origin|referer|location|access-control-.*|cross-origin-.*|sec-.*|strict-transport-security|x-frame-options)$/;

/**
 * Returns the fields to send to the target of `url`. `Host` comes from the URL, regardless of what the client sent (RFC
 * 9112, section 3.2.2). The body keeps its kind of framing, because Node would send the body of a chunked GET or DELETE
 * request without any framing.
 */
export function targetRequestHeaders({ rawHeaders, headers }: IncomingMessage, url: URL): string[] {
  const fields = forwardableFields(rawHeaders).filter(([name]) => name.toLowerCase() !== 'host');
  const framing = headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];
  return ['Host', url.host, 'Connection', 'close', ...framing, ...fields.flat()];
}

/**
 * Returns the fields of the target's response that are sent to the client. A response with `Transfer-Encoding` is sent
 * without its `Content-Length`, which does not apply to it (RFC 9112, section 6.3) and would end the response at a
 * different position.
 */
export function clientResponseHeaders({ rawHeaders, headers, statusCode }: IncomingMessage): string[] {
  const hasNoLength = headers['transfer-encoding'] !== undefined || statusCode === 204;
  return forwardableFields(rawHeaders)
    .filter(([name]) => !hasNoLength || name.toLowerCase() !== 'content-length')
    .flat();
}

/**
 * Returns the raw fields (name, value, name, value …) without hop-by-hop fields and without fields that Node refuses to
 * write.
 */
function forwardableFields(rawHeaders: readonly string[]): [string, string][] {
  const fields: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) fields.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  const connectionOptions = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()))
    .filter((name) => !endToEnd.test(name));
  const removed = new Set([...hopByHop, ...connectionOptions]);
  return fields.filter(([name, value]) => !removed.has(name.toLowerCase()) && isHeader(name, value));
}
