import { findContentCheck } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { type FoundObject, openObject, type StoredArtifact } from '../objects/read-object.ts';

/**
 * Finds what differs between a check's capture and its baseline, without asking the object store: an image, or text.
 * @throws CoreError conflict (the check is not finished), not_found (no such check, it failed, its capture is deleted, or there is no diff)
 */
export async function findDiff(ctx: CoreContext, input: { checkId: number }): Promise<FoundObject> {
  const { checkId } = input;
  const check = await findContentCheck(ctx.db.orm, { accountId: ctx.accountId, checkId });
  if (!check) throw notFound('content-change check', checkId);
  if (check.status === 'PENDING') throw new CoreError('conflict', 'The check is not finished yet.');
  if (check.status === 'FAILED')
    throw new CoreError('not_found', `The check failed: ${check.description ?? 'no reason is known.'}`);
  if (check.diff === null)
    throw new CoreError(
      'not_found',
      check.screenshotId === null
        ? `The diff of check ${checkId} went with its capture, which is deleted.`
        : `Check ${checkId} found nothing that differs.`,
    );
  // By the mode: objects are stored by content, so a diff may share one with a page's own text.
  const contentType = check.comparison.mode === 'visual' ? 'image/png' : 'text/plain; charset=utf-8';
  return { sha256: check.diff, contentType, what: `The diff of check ${checkId}` };
}

/** As `findDiff` and `openObject`. */
export async function readDiff(ctx: CoreContext, input: { checkId: number }): Promise<StoredArtifact> {
  return openObject(ctx, await findDiff(ctx, input));
}
