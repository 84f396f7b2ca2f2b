import type { Artifact } from '@shotclock/contracts';
import type { StoredArtifact } from '@shotclock/core';
import type { FastifyReply } from 'fastify';
import { ifNoneMatch } from '../if-none-match.ts';

/**
 * What was captured is a stranger's: opened in a browser it must not act on our origin, nor call home. The sandbox gives
 * it an origin of its own without scripts, forms and navigation of others; the sources allow only what it carries itself.
 * So extracted HTML keeps its true type, and can be looked at.
 */
const strangersPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "base-uri 'none'; form-action 'none'";

/** Told by what was asked for: objects are stored by content, so a page's text may share one with another's HTML. */
const textTypes: Partial<Record<Artifact, string>> = {
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** Streams an artifact with the status set before; 304 when the sender has it already. An artifact never changes. */
export function sendArtifact(
  reply: FastifyReply,
  stored: StoredArtifact,
  { screenshotId, artifact }: { screenshotId: number; artifact: Artifact },
): FastifyReply {
  const type = textTypes[artifact] ?? stored.contentType;
  return sendStored(reply, { ...stored, contentType: type }, fileName(screenshotId, artifact, stored));
}

/** The same for what was made of artifacts. The file name is ours: it needs no quoting. */
export function sendStored(reply: FastifyReply, stored: StoredArtifact, fileName: string): FastifyReply {
  const etag = `"${stored.sha256}"`;
  reply.sentObject = stored.sha256;
  reply
    .header('etag', etag)
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', strangersPolicy)
    .header('content-disposition', `inline; filename="${fileName}"`);
  if (reply.request.method !== 'POST' && ifNoneMatch(reply.request.headers['if-none-match'], etag)) {
    stored.stream.destroy();
    return reply.code(304).send();
  }
  return reply.type(stored.contentType).header('content-length', String(stored.size)).send(stored.stream);
}

function fileName(id: number, artifact: Artifact, { contentType }: StoredArtifact): string {
  if (artifact === 'html') return `screenshot-${id}.html`;
  if (artifact === 'text') return `screenshot-${id}.txt`;
  const extension = contentType === 'image/jpeg' ? 'jpg' : 'png';
  return artifact === 'image' ? `screenshot-${id}.${extension}` : `screenshot-${id}-thumbnail.${extension}`;
}
