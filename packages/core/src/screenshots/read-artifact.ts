import type { Artifact } from '@shotclock/contracts';
import { findObject, findScreenshot } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, notFound } from '../errors.ts';
import { type FoundObject, openObject, type StoredArtifact, unreadable } from '../objects/read-object.ts';

/**
 * Finds an artifact of a screenshot, without a request to the object store.
 * @throws CoreError conflict (the capture is not finished), not_found (no such screenshot, it failed, or the artifact was not
 * requested), unavailable (the object was lost)
 */
export async function findArtifact(
  ctx: Pick<CoreContext, 'db' | 'accountId'>,
  input: { screenshotId: number; artifact: Artifact },
): Promise<FoundObject & { size: number }> {
  const { screenshotId, artifact } = input;
  const row = await findScreenshot(ctx.db.orm, { accountId: ctx.accountId, screenshotId });
  if (!row) throw notFound('screenshot', screenshotId);
  if (row.status === 'FAILED')
    throw new CoreError('not_found', `The capture failed: ${row.description ?? 'unknown reason.'}`);
  if (row.status !== 'SUCCESS') throw notFinished('capture');

  const sha256 = row[artifact];
  if (!sha256)
    throw new CoreError('not_found', `No ${artifact} was requested for screenshot ${screenshotId}.`);
  const what = `The ${artifact} of screenshot ${screenshotId}`;
  const object = await findObject(ctx.db.orm, sha256);
  if (!object) throw unreadable(what);
  return { sha256, contentType: object.contentType, what, size: object.size };
}

/** `findArtifact`, then `openObject`. */
export async function readArtifact(
  ctx: CoreContext,
  input: { screenshotId: number; artifact: Artifact },
): Promise<StoredArtifact> {
  return openObject(ctx, await findArtifact(ctx, input));
}
