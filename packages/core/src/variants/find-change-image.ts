import { findContentCheck } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, notFound } from '../errors.ts';
import type { FoundObject } from '../objects/read-object.ts';
import { findArtifact } from '../screenshots/find-artifact.ts';
import { findVariantOf, type VariantRequest } from './find-image.ts';

type ChangeImageRequest = Pick<VariantRequest, 'format' | 'preferred'> & {
  checkId: number;
  side: 'baseline' | 'current';
};

/**
 * Finds the image of the area that changed and its surroundings, in the baseline or in the checked screenshot, and creates it if
 * it does not exist yet. It is deleted with the screenshot that it shows.
 * @throws CoreError conflict (the check is pending), not_found (no such check, no changed area, or the screenshot was
 * deleted), rate_limited, unavailable; StorageError
 */
export async function findChangeImage(
  ctx: CoreContext,
  { checkId, side, ...request }: ChangeImageRequest,
): Promise<FoundObject> {
  const check = await findContentCheck(ctx.db.orm, { accountId: ctx.accountId, checkId });
  if (!check) throw notFound('content-change check', checkId);
  if (check.status === 'PENDING') throw notFinished('check');
  if (check.changedArea === null)
    throw new CoreError('not_found', `No changed area of an image is known for check ${checkId}.`);
  const screenshotId = side === 'baseline' ? check.baselineScreenshotId : check.screenshotId;
  if (screenshotId === null)
    throw new CoreError('not_found', `The ${nameOf[side]} of check ${checkId} was deleted.`);
  const image = await findArtifact(ctx, { screenshotId, artifact: 'image' });
  const source = { screenshotId, kind: 'image', image, around: check.changedArea[side] } as const;
  return findVariantOf(ctx, source, { ...request, width: null, height: null });
}

const nameOf = { baseline: 'baseline', current: 'screenshot' };
