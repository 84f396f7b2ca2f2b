/** Whether `If-None-Match` names this ETag or any ETag (RFC 9110, section 13.1.2). Weak and strong tags compare equal. */
export function ifNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === opaque);
}
