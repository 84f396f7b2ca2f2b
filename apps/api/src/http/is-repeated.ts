import type { IncomingMessage } from 'node:http';

/**
 * Whether a request contains a header more than once. Node keeps only the first `Host` and the first `Authorization`
 * header.
 * @param name in lower case
 */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let found = 0;
  // Names and values alternate. Comparing the lengths first makes this check nearly free.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === name.length && rawHeaders[at]!.toLowerCase() === name) found += 1;
  return found > 1;
}
