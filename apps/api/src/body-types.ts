/** The media type of a JSON merge patch (RFC 7396). */
export const mergePatch = 'application/merge-patch+json';
/** The media types of bodies. A PATCH request changes a resource as a JSON merge patch does (RFC 7396), but a timing with a type as a whole. */
export const bodyTypes = (method: string): string[] =>
  method === 'PATCH' ? ['application/json', mergePatch] : ['application/json'];

/** The header that lists the media types of bodies: RFC 5789, section 3.1, for PATCH, and for POST that of the Linked Data Platform, section 7.1. */
export function acceptedTypes(method: string): Record<string, string> {
  const name = { PATCH: 'accept-patch', POST: 'accept-post' }[method];
  return name === undefined ? {} : { [name]: bodyTypes(method).join(', ') };
}
