import { findContentCheck } from '@shotclock/db';
import { objectKey } from '@shotclock/storage';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import type { StoredArtifact } from '../screenshots/read-artifact.ts';

/**
 * Opens what differs between a check's capture and its baseline: an image, or text. The caller reads or destroys the stream.
 * @throws CoreError conflict (the check is not finished), not_found (no such check, it failed, or there is no diff),
 * unavailable (the object store lost it)
 */
export async function readDiff(ctx: CoreContext, input: { checkId: number }): Promise<StoredArtifact> {
  const { checkId } = input;
  const check = await findContentCheck(ctx.db.orm, { accountId: ctx.accountId, checkId });
  if (!check) throw notFound('content-change check', checkId);
  if (check.status === 'PENDING') throw new CoreError('conflict', 'The check is not finished yet.');
  if (check.status === 'FAILED')
    throw new CoreError('not_found', `The check failed: ${check.description ?? 'no reason is known.'}`);
  if (check.diff === null) throw new CoreError('not_found', `Check ${checkId} found nothing that differs.`);
  const stored = await ctx.objects.get(objectKey(check.diff));
  if (!stored) throw new CoreError('unavailable', `The diff of check ${checkId} cannot be read.`);
  // By the mode: objects are stored by content, so a diff may share one with a page's own text.
  const contentType = check.comparison.mode === 'visual' ? 'image/png' : 'text/plain; charset=utf-8';
  return { stream: stored.stream, size: stored.size, contentType, sha256: check.diff };
}
