import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Headers that speak of one connection only (RFC 9110, section 7.6.1), and those that speak to a proxy. */
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

/** Raw headers (name, value, name, value …) less what a proxy must not pass on and what Node would refuse to write. */
export function endToEndHeaders(rawHeaders: readonly string[]): string[] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) pairs.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase())),
  );
  return pairs
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
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
