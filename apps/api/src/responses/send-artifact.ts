import type { Artifact } from '@shotclock/contracts';
import {
  type CoreContext,
  CoreError,
  type FoundObject,
  type FoundTile,
  openObject,
  presignObject,
} from '@shotclock/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { byteRange } from '../http/byte-range.ts';
import { assertWanted, ifNoneMatch } from '../http/entity-tag.ts';
import { varyByAccept } from '../http/preferred-format.ts';

/**
 * Captured content is untrusted: if it is opened in a browser, it must neither run in the API's origin nor send requests.
 * The sandbox gives it a unique origin and disables scripts, forms and navigation of other windows. The source lists
 * allow only inline content. No page may embed captured content in a frame.
 */
const untrustedContentPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Determines which pages may embed the object. Customers embed `imageUrl` in their own pages, which belong to other sites
 * than the API, so any page may embed images. A page that embeds an image cannot read its pixels. Text and HTML are meant
 * for clients that request them explicitly; pages from other origins cannot load them, not even as a script or style
 * sheet.
 */
const embeddablePolicy = (contentType: string) =>
  contentType.startsWith('image/') ? 'cross-origin' : 'same-origin';

/** Artifacts never change. */
const cacheForADay = 'private, max-age=86400, immutable';
/** This is long enough for a client to follow the redirect, but too short for sharing the URL. */
const presignedSeconds = 300;

/**
 * Whether a browser would display the response as a document. When a browser parses HTML, a content security policy
 * cannot prevent it from connecting to the author's server (`preconnect`, `dns-prefetch`), so browsers receive the source
 * of extracted HTML as plain text.
 */
const isNavigation = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

/**
 * Objects are addressed by their content, so a text artifact and an HTML artifact can share an object. The requested
 * artifact determines the type.
 */
const textTypes: Partial<Record<Artifact, string>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** How an object is sent, and from where. */
type Delivery = {
  ctx: Pick<CoreContext, 'db' | 'objects'>;
  delivery: ApiDependencies['delivery'];
  /**
   * Seconds for which shared caches and the object store may serve the object. Default: only the client caches the
   * object, for a day.
   */
  publicSeconds?: number;
};

const cacheControlOf = ({ publicSeconds }: Delivery): string =>
  publicSeconds === undefined ? cacheForADay : `public, max-age=${publicSeconds}`;

/** Sends an artifact of a screenshot like `sendStored`. */
export async function sendArtifact(
  reply: FastifyReply,
  from: Delivery,
  found: FoundObject,
  { screenshotId, artifact }: { screenshotId: number; artifact: Artifact },
): Promise<FastifyReply> {
  const isShown = artifact === 'html' && isNavigation(reply.request);
  const contentType = textTypes[isShown ? 'text' : artifact] ?? found.contentType;
  if (artifact === 'html') varyByAccept(reply);
  // The object store does not send the content policy, so only the API serves HTML.
  const source: Delivery = artifact === 'html' ? { ...from, delivery: 'stream' } : from;
  return sendStored(reply, source, { ...found, contentType }, fileName(screenshotId, artifact, found));
}

/**
 * Streams a stored object with the status that is already set, redirects to the object store, or sends 304 if the client
 * already has the object. The response to a POST request is always the object itself. `fileName` must be valid without
 * escaping.
 */
export async function sendStored(
  reply: FastifyReply,
  from: Delivery,
  found: FoundObject,
  fileName: string,
): Promise<FastifyReply> {
  const { ctx, delivery } = from;
  const cacheControl = cacheControlOf(from);
  const { method, headers } = reply.request;
  const etag = `"${found.sha256}"`;
  if (method !== 'POST') assertWanted(headers, etag);
  // Also set for redirects, because a page that requires this header requires it on every response in a redirect chain.
  reply.header('cross-origin-resource-policy', embeddablePolicy(found.contentType));
  reply.header('referrer-policy', 'no-referrer');
  if (method !== 'POST' && ifNoneMatch(headers['if-none-match'], etag))
    return reply.headers({ etag, 'cache-control': cacheControl }).code(304).send();
  if (method !== 'POST' && delivery === 'redirect' && mayRedirect(found.contentType)) {
    const address = await presign(from, found, method === 'HEAD' ? 'HEAD' : 'GET', fileName);
    if (address !== null)
      return reply.headers({ etag, 'cache-control': 'private, no-store' }).redirect(address, 302);
  }

  const range = selectedRange(reply, found, etag);
  const stored = await openObject(ctx, found, range);
  reply.sentObject = found.sha256;
  return reply
    .headers({ etag, 'cache-control': cacheControl, ...contentHeaders(fileName, stored.size) })
    .type(stored.contentType)
    .send(stored.stream);
}

const contentHeaders = (fileName: string, size: number) => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': untrustedContentPolicy,
  'content-disposition': `inline; filename="${fileName}"`,
  'content-length': String(size),
});

/** Streams a tile, which is part of an object and has its own ETag. `fileName` must be valid without escaping. */
export async function sendPart(
  reply: FastifyReply,
  { object, range, number }: FoundTile,
  fileName: string,
): Promise<FastifyReply> {
  const { ctx, headers } = reply.request;
  const etag = `"${object.sha256}-${number}"`;
  assertWanted(headers, etag);
  reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'referrer-policy': 'no-referrer' });
  reply.headers({ etag, 'cache-control': cacheForADay });
  if (ifNoneMatch(headers['if-none-match'], etag)) return reply.code(304).send();
  const stored = await openObject(ctx, object, range);
  return reply.headers(contentHeaders(fileName, stored.size)).type(stored.contentType).send(stored.stream);
}

/**
 * The range of an image that a GET request selects; also sets the response headers for it. Text does not support ranges,
 * because it may be compressed.
 * @throws CoreError range_not_satisfiable
 */
function selectedRange(reply: FastifyReply, { contentType, size }: FoundObject, etag: string) {
  const { method, headers } = reply.request;
  if (method === 'POST' || size === null || !contentType.startsWith('image/')) return undefined;
  reply.header('accept-ranges', 'bytes');
  const ifRange = headers['if-range'];
  if (method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const range = byteRange(headers.range, size);
  if (range === null) return undefined;
  reply.header(
    'content-range',
    range === 'unsatisfiable' ? `bytes */${size}` : `bytes ${range.start}-${range.end}/${size}`,
  );
  if (range === 'unsatisfiable') throw new CoreError('range_not_satisfiable', `The image has ${size} bytes.`);
  reply.code(206);
  return range;
}

/** The object store does not send the content policy, so only the API serves HTML. */
const mayRedirect = (contentType: string) => !contentType.startsWith('text/html');

/**
 * Images are displayed inline. Text is sent as a download, so that browsers do not render it in the object store's
 * origin.
 */
function presign(
  from: Delivery,
  found: FoundObject,
  method: 'GET' | 'HEAD',
  fileName: string,
): Promise<string | null> {
  const disposition = found.contentType.startsWith('image/') ? 'inline' : 'attachment';
  return presignObject(from.ctx, found, {
    method,
    expiresSeconds: Math.max(1, from.publicSeconds ?? presignedSeconds),
    contentType: found.contentType,
    contentDisposition: `${disposition}; filename="${fileName}"`,
    cacheControl: cacheControlOf(from),
  });
}

function fileName(id: number, artifact: Artifact, { contentType }: FoundObject): string {
  if (artifact === 'html') return `screenshot-${id}.html`;
  if (artifact === 'text') return `screenshot-${id}.txt`;
  const extension = contentType === 'image/jpeg' ? 'jpg' : contentType.slice('image/'.length);
  const suffixes = { image: '', thumbnail: '-thumbnail', 'failure-image': '-failure' };
  return `screenshot-${id}${suffixes[artifact]}.${extension}`;
}
