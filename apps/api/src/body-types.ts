/** The media type of a JSON merge patch (RFC 7396). */
export const mergePatch = 'application/merge-patch+json';
/** The media types of bodies. A PATCH request is a JSON merge patch (RFC 7396), except that a timing with a type replaces the whole timing. */
export const bodyTypes = (method: string): string[] =>
  method === 'PATCH' ? ['application/json', mergePatch] : ['application/json'];

/**
 * The header that lists the accepted media types: `Accept-Patch` for PATCH (RFC 5789, section 3.1) and `Accept-Post` for
 * POST (Linked Data Platform, section 7.1).
 */
export function acceptedTypes(method: string): Record<string, string> {
  const name = { PATCH: 'accept-patch', POST: 'accept-post' }[method];
  return name === undefined ? {} : { [name]: bodyTypes(method).join(', ') };
}
