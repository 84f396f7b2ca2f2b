import { findContentCheck } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, notFound } from '../errors.ts';
import { type FoundObject, openObject, type StoredArtifact } from '../objects/read-object.ts';

/**
 * Finds the diff of a check, without a request to the object store.
 * @throws CoreError conflict (the check is pending), not_found (no such check, it failed, its screenshot is deleted, or nothing
 * differs)
 */
export async function findDiff(ctx: CoreContext, input: { checkId: number }): Promise<FoundObject> {
  const { checkId } = input;
  const check = await findContentCheck(ctx.db.orm, { accountId: ctx.accountId, checkId });
  if (!check) throw notFound('content-change check', checkId);
  if (check.status === 'PENDING') throw notFinished('check');
  if (check.status === 'FAILED')
    throw new CoreError('not_found', `The check failed: ${check.description ?? 'unknown reason.'}`);
  if (check.diff === null)
    throw new CoreError(
      'not_found',
      check.screenshotId === null
        ? `The diff of check ${checkId} was deleted with its screenshot.`
        : `Check ${checkId} found no difference.`,
    );
  // Not the type of the object: a diff may share its object with the text of a page.
  const contentType = check.comparison.mode === 'visual' ? 'image/png' : 'text/plain; charset=utf-8';
  return { sha256: check.diff, contentType, what: `The diff of check ${checkId}`, size: null };
}

/** `findDiff`, then `openObject`. */
export async function readDiff(ctx: CoreContext, input: { checkId: number }): Promise<StoredArtifact> {
  return openObject(ctx, await findDiff(ctx, input));
}
