import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Asset } from './asset.ts';
import { acceptedCoding } from './content-coding.ts';
import { assertWanted, ifNoneMatch, tagOfEncoding } from './entity-tag.ts';

/** The kernel accepts several megabytes in one write, which would delay other clients. */
const partBytes = 65_536;

/** For URLs whose content can change when the service is upgraded. */
const revalidate = 'private, no-cache';

/**
 * Sends an asset in a coding that the client accepts, or 304 if the client already has it. The route must have `compress:
 * false`, because the body is already compressed.
 */
export async function sendAsset(
  reply: FastifyReply,
  asset: Asset,
  cacheControl: string = revalidate,
): Promise<FastifyReply> {
  const { headers } = reply.request;
  assertWanted(headers, asset.etag);
  const coding = acceptedCoding(headers['accept-encoding']);
  const vary = [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
  reply.headers({ vary, 'cache-control': cacheControl });
  if (ifNoneMatch(headers['if-none-match'], asset.etag)) {
    const etag = coding === null ? asset.etag : tagOfEncoding(asset.etag, coding);
    return reply.header('etag', etag).code(304).send();
  }
  reply.type(asset.type).header('etag', asset.etag);
  if (coding !== null) reply.header('content-encoding', coding);
  const body = coding === null ? asset.body : await asset.encoded(coding);
  if (body.length <= partBytes) return reply.send(body);
  return reply.header('content-length', String(body.length)).send(Readable.from(partsOf(body)));
}

function* partsOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += partBytes) yield body.subarray(start, start + partBytes);
}
