import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify';
import { replaceByProblem } from '../problems/send-problem.ts';
import { entityTag, ifMatch, ifNoneMatch, otherVersion } from './entity-tag.ts';

/**
 * Adds a strong ETag to successful JSON responses of the API. GET and HEAD return 304 if the client has the same bytes, and 412
 * if it requires a different version (RFC 9110, section 13.2.2). A write returns the same ETag as a GET request for the resource
 * with the same query. Only the content coding of these responses depends on request headers (compression.ts).
 */
export const setEntityTag: onSendHookHandler = (request, reply, payload, done) =>
  done(null, isSuccessfulJson(reply) ? tagPayload(request, reply, payload) : payload);

/**
 * A response that contains a secret has no ETag: the ETag would be derived from the secret, and it would differ from the
 * ETag of the resource.
 */
export const hasEntityTag = ({ url, config }: RouteOptions): boolean =>
  url.startsWith('/api/') && config?.secretField === undefined && !config?.isStream;

/** Documents the ETag, and the problem that a GET request for a different version receives. */
export function documentEntityTag(route: RouteOptions): void {
  if (route.method !== 'DELETE') {
    const { responseHeaders = [] } = route.config ?? {};
    route.config = { ...route.config, responseHeaders: [...responseHeaders, 'ETag'] };
  }
  if (route.method === 'GET') {
    const { problems = [] } = route.config ?? {};
    route.config = { ...route.config, problems: [...problems, 'precondition_failed'] };
  }
}

/** A 204 response has no body, so it has no ETag. */
const isSuccessfulJson = (reply: FastifyReply) =>
  reply.statusCode < 300 &&
  reply.statusCode !== 204 &&
  String(reply.getHeader('content-type')).startsWith('application/json');
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/**
 * Returns null, for a 304 response, if the client already has the same bytes, and a problem if it requires a different
 * version.
 */
function tagPayload(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  const etag = entityTag(payload);
  const { 'if-match': wanted, 'if-none-match': known } = request.headers;
  if (isRead(request) && wanted !== undefined && !ifMatch(wanted, etag))
    return replaceByProblem(request, reply, otherVersion);
  reply.header('etag', etag);
  if (!isRead(request)) return payload;
  reply.header('cache-control', 'private, no-cache');
  if (!ifNoneMatch(known, etag)) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}
