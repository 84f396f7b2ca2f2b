import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Hop-by-hop headers (RFC 9110, section 7.6.1) and headers for proxies. */
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

/** Raw headers (name, value, name, value …) without hop-by-hop headers and without headers that Node refuses to write. */
export function forwardableHeaders(rawHeaders: readonly string[]): string[] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) pairs.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  const namedByConnection = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase())),
  );
  return pairs
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !namedByConnection.has(name.toLowerCase()))
    .filter(([name, value]) => isWritable(name, value))
    .flat();
}

function isWritable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
