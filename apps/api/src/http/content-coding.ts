import { negotiate } from '@fastify/accept-negotiator';

export type ContentCoding = 'br' | 'zstd' | 'gzip' | 'deflate';

/** The content codings of requests and responses; for a response, the first that the client prefers. */
export const contentCodings: ContentCoding[] = ['br', 'zstd', 'gzip', 'deflate'];

/** The coding for a client with this `Accept-Encoding`; null for none. */
export const acceptedCoding = (header: string | undefined): ContentCoding | null =>
  header === undefined ? null : negotiate(header.toLowerCase(), contentCodings);
