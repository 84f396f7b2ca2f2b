import { findTimeLapse } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, notFound } from '../errors.ts';
import type { FoundObject } from '../objects/read-object.ts';

/**
 * Finds the animated image of a time-lapse.
 * @throws CoreError conflict (it is not finished), not_found (no such time-lapse, or it failed)
 */
export async function findTimeLapseImage(
  { db, accountId }: CoreContext,
  { timeLapseId }: { timeLapseId: number },
): Promise<FoundObject> {
  const row = await findTimeLapse(db.orm, { accountId, timeLapseId });
  if (!row) throw notFound('time-lapse', timeLapseId);
  if (row.status === 'FAILED')
    throw new CoreError('not_found', `The time-lapse failed: ${row.description ?? 'unknown reason.'}`);
  if (row.object === null) throw notFinished('time-lapse');
  const what = `The image of time-lapse ${timeLapseId}`;
  return { sha256: row.object, contentType: 'image/webp', what, size: row.bytes };
}
