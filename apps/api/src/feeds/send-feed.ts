import type { FastifyReply } from 'fastify';
import { assertWanted, entityTag, ifNoneMatch } from '../http/entity-tag.ts';

/**
 * Sends a feed, or 304 if the client has it (RFC 9110, section 13.2.2).
 * @param feed.updated the time of its last change
 */
export function sendFeed(
  reply: FastifyReply,
  { body, type, updated }: { body: string; type: string; updated: Date },
): FastifyReply {
  const { headers } = reply.request;
  const etag = entityTag(body);
  assertWanted(headers, etag);
  reply.headers({
    etag,
    'last-modified': updated.toUTCString(),
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
  });
  const known = headers['if-none-match'];
  const isKnown =
    known === undefined ? !isModified(headers['if-modified-since'], updated) : ifNoneMatch(known, etag);
  if (isKnown) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(body);
}

/** HTTP dates do not have milliseconds. */
function isModified(since: string | undefined, updated: Date): boolean {
  const at = Date.parse(since ?? '');
  return Number.isNaN(at) || updated.getTime() >= at + 1_000;
}
