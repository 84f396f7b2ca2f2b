import type { Artifact } from '@shotclock/contracts';
import { type FoundObject, openObject, presignObject } from '@shotclock/core';
import type { FastifyReply } from 'fastify';
import type { ApiDependencies } from '../api-instance.ts';
import { ifNoneMatch } from '../plugins/if-none-match.ts';
import type { RequestContext } from '../plugins/request-context.ts';

/**
 * What was captured is a stranger's: opened in a browser it must not act on our origin, nor call home. The sandbox gives
 * it an origin of its own without scripts, forms and navigation of others; the sources allow only what it carries itself.
 * So extracted HTML keeps its true type, and can be looked at.
 */
const strangersPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "base-uri 'none'; form-action 'none'";

/** An artifact never changes. */
const keepForADay = 'private, max-age=86400, immutable';
/** Long enough for whoever follows a redirect, too short to be passed on. */
const presignedSeconds = 300;

/** Told by what was asked for: objects are stored by content, so a page's text may share one with another's HTML. */
const textTypes: Partial<Record<Artifact, string>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** Answers an artifact as `sendStored` does. */
export async function sendArtifact(
  reply: FastifyReply,
  delivery: ApiDependencies['delivery'],
  found: FoundObject,
  { screenshotId, artifact }: { screenshotId: number; artifact: Artifact },
): Promise<FastifyReply> {
  const contentType = textTypes[artifact] ?? found.contentType;
  return sendStored(reply, delivery, { ...found, contentType }, fileName(screenshotId, artifact, found));
}

/**
 * Streams stored bytes with the status set before, or redirects to the store; 304 when the sender has them already. POST is
 * always answered with the bytes. The file name is ours: it needs no quoting.
 */
export async function sendStored(
  reply: FastifyReply,
  delivery: ApiDependencies['delivery'],
  found: FoundObject,
  fileName: string,
): Promise<FastifyReply> {
  const { ctx, method, headers } = reply.request;
  const etag = `"${found.sha256}"`;
  if (method !== 'POST' && ifNoneMatch(headers['if-none-match'], etag))
    return reply.headers({ etag, 'cache-control': keepForADay }).code(304).send();
  if (method !== 'POST' && delivery === 'redirect' && mayRedirect(found.contentType)) {
    const address = await presign(ctx, found, method === 'HEAD' ? 'HEAD' : 'GET', fileName);
    if (address !== null)
      return reply.headers({ etag, 'cache-control': 'private, no-store' }).redirect(address, 302);
  }

  const stored = await openObject(ctx, found);
  reply.sentObject = found.sha256;
  return reply
    .header('etag', etag)
    .header('cache-control', keepForADay)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', strangersPolicy)
    .header('content-disposition', `inline; filename="${fileName}"`)
    .type(stored.contentType)
    .header('content-length', String(stored.size))
    .send(stored.stream);
}

/** The store has no policy of ours to send along: a stranger's HTML is answered by us alone. */
const mayRedirect = (contentType: string) => !contentType.startsWith('text/html');

/** Only an image is shown where the store is: a text is saved, so that no browser takes it for a page. */
function presign(
  ctx: RequestContext,
  found: FoundObject,
  method: 'GET' | 'HEAD',
  fileName: string,
): Promise<string | null> {
  const disposition = found.contentType.startsWith('image/') ? 'inline' : 'attachment';
  return presignObject(ctx, found, {
    method,
    expiresSeconds: presignedSeconds,
    contentType: found.contentType,
    contentDisposition: `${disposition}; filename="${fileName}"`,
    cacheControl: keepForADay,
  });
}

function fileName(id: number, artifact: Artifact, { contentType }: FoundObject): string {
  if (artifact === 'html') return `screenshot-${id}.html`;
  if (artifact === 'text') return `screenshot-${id}.txt`;
  const extension = contentType === 'image/jpeg' ? 'jpg' : 'png';
  return artifact === 'image' ? `screenshot-${id}.${extension}` : `screenshot-${id}-thumbnail.${extension}`;
}
