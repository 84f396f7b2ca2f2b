import type { Artifact } from '@shotclock/contracts';
import { findObject, findScreenshot, type ScreenshotRow } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, notFound } from '../errors.ts';
import { type FoundObject, unreadable } from '../objects/read-object.ts';
import { objectOf } from './screenshot-resource.ts';

/**
 * Finds an artifact of a screenshot without accessing the object store.
 * @throws CoreError conflict (the capture is not finished), not_found (no such screenshot or artifact, with the reason),
 * unavailable (the object was lost)
 */
export async function findArtifact(
  ctx: Pick<CoreContext, 'db' | 'accountId'>,
  input: { screenshotId: number; artifact: Artifact },
): Promise<FoundObject & { size: number }> {
  const { screenshotId, artifact } = input;
  const row = await findScreenshot(ctx.db.orm, { accountId: ctx.accountId, screenshotId });
  if (!row) throw notFound('screenshot', screenshotId);
  if (row.status !== 'SUCCESS' && row.status !== 'FAILED') throw notFinished('capture');
  const sha256 = objectOf(row, artifact);
  if (!sha256) throw new CoreError('not_found', whyMissing(row, artifact));
  const what = `The ${artifact} of screenshot ${screenshotId}`;
  const object = await findObject(ctx.db.orm, sha256);
  if (!object) throw unreadable(what);
  return { sha256, contentType: object.contentType, what, size: object.size };
}

function whyMissing({ id, status, description }: ScreenshotRow, artifact: Artifact): string {
  if (artifact !== 'failure-image')
    return status === 'FAILED'
      ? `The capture failed: ${description ?? 'unknown reason.'}`
      : `No ${artifact} was requested for screenshot ${id}.`;
  return status === 'FAILED'
    ? `The capture failed without an image of the page: ${description ?? 'unknown reason.'}`
    : `The capture of screenshot ${id} did not fail.`;
}
