import { findObject } from '@shotclock/db';
import { type DiffRequest, diffOf, findCheckWithDiff } from '../content-checks/find-diff.ts';
import type { CoreContext } from '../context.ts';
import { type FoundObject, unreadable } from '../objects/read-object.ts';
import { findVariantOf, type VariantRequest } from './find-image.ts';

/**
 * Like `findDiff`, but in the requested format and size, which have no effect on text diffs.
 * @throws CoreError also conflict (the image exceeds the limits of the format), rate_limited, unavailable; StorageError
 */
export async function findDiffImage(
  ctx: CoreContext,
  { checkId, ...request }: DiffRequest & VariantRequest,
): Promise<FoundObject> {
  const check = await findCheckWithDiff(ctx, { checkId });
  const diff = diffOf(check);
  // The diff is deleted together with its screenshot.
  if (check.comparison.mode !== 'visual' || check.screenshotId === null) return diff;
  const object = await findObject(ctx.db.orm, diff.sha256);
  if (!object) throw unreadable(diff.what);
  const image = { ...diff, size: object.size };
  return findVariantOf(ctx, { screenshotId: check.screenshotId, kind: 'diff', image }, request);
}
