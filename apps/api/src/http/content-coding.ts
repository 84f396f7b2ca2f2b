import { negotiate } from '@fastify/accept-negotiator';

export type ContentCoding = 'br' | 'zstd' | 'gzip' | 'deflate';

/** The content codings of requests and responses. A response uses the first of them that the client prefers. */
export const contentCodings: ContentCoding[] = ['br', 'zstd', 'gzip', 'deflate'];

/** Returns the coding for a client that sends this `Accept-Encoding`; null for none. */
export const acceptedCoding = (header: string | undefined): ContentCoding | null =>
  header === undefined ? null : negotiate(header.toLowerCase(), contentCodings);
