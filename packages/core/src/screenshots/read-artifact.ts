import type { Readable } from 'node:stream';
import type { Artifact } from '@shotclock/contracts';
import { findObject, findScreenshot } from '@shotclock/db';
import { objectKey } from '@shotclock/storage';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';

export type StoredArtifact = { stream: Readable; size: number; contentType: string; sha256: string };

/**
 * Opens what was stored of a capture. `size` is in bytes; the caller reads or destroys the stream.
 * @throws CoreError conflict (the capture is not finished), not_found (no such screenshot, it failed, or this artifact was
 * not asked for), unavailable (the object store lost it)
 */
export async function readArtifact(
  ctx: CoreContext,
  input: { screenshotId: number; artifact: Artifact },
): Promise<StoredArtifact> {
  const { screenshotId, artifact } = input;
  const row = await findScreenshot(ctx.db.orm, { accountId: ctx.accountId, screenshotId });
  if (!row) throw notFound('screenshot', screenshotId);
  if (row.status === 'FAILED')
    throw new CoreError('not_found', `The capture failed: ${row.description ?? 'no reason is known.'}`);
  if (row.status !== 'SUCCESS') throw new CoreError('conflict', 'The capture is not finished yet.');

  const sha256 = row[artifact];
  if (!sha256)
    throw new CoreError('not_found', `No ${artifact} was requested for screenshot ${screenshotId}.`);
  const object = await findObject(ctx.db.orm, sha256);
  const stored = await ctx.objects.get(objectKey(sha256));
  if (!object || !stored)
    throw new CoreError('unavailable', `The ${artifact} of screenshot ${screenshotId} cannot be read.`);
  return { stream: stored.stream, size: stored.size, contentType: object.contentType, sha256 };
}
