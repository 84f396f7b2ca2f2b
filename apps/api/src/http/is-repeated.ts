import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has a header more than once. Of `Host` and `Authorization`, Node keeps the first and drops the others.
 * @param name in lower case
 */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let found = 0;
  // Names and values alternate. Comparing lengths first makes this cost next to nothing.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === name.length && rawHeaders[at]!.toLowerCase() === name) found += 1;
  return found > 1;
}
