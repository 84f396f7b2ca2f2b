import { findFeedChange } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';
import type { FoundObject } from '../objects/read-object.ts';
import { findChangeImage } from '../variants/find-change-image.ts';
import { findImage } from '../variants/find-image.ts';
import { findSharedFeed } from './find-shared-feed.ts';

/** The maximum size of the picture of a change without a changed area, in pixels. */
const pageSize = { width: 640, height: 960 };

/**
 * Finds the picture of a change that a feed can list: the area that changed, or the top of the page if no area is known. It is a
 * JPEG image.
 * @throws CoreError not_found (the feed or the capture was deleted, or the feed does not list the change), rate_limited,
 * unavailable; StorageError
 */
export async function findFeedPicture(
  ctx: Omit<CoreContext, 'accountId'>,
  { token, checkId }: { token: string; checkId: number },
): Promise<FoundObject> {
  const { accountId, scheduleId } = await findSharedFeed(ctx, { token });
  const check = await findFeedChange(ctx.db.orm, { accountId, scheduleId, checkId });
  if (!check) throw new CoreError('not_found', `The feed does not list change ${checkId}.`);
  const { screenshotId, changedArea } = check;
  const ofAccount = { ...ctx, accountId };
  const format = { format: 'jpeg', preferred: null } as const;
  if (changedArea !== null) return findChangeImage(ofAccount, { checkId, side: 'current', ...format });
  if (screenshotId === null)
    throw new CoreError('not_found', `The capture of change ${checkId} was deleted.`);
  return findImage(ofAccount, { screenshotId, ...format, ...pageSize });
}
