import { type ContentCheckRow, findContentCheck } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { CoreError, notFinished, notFound } from '../errors.ts';
import type { FoundObject } from '../objects/read-object.ts';

export type DiffRequest = { checkId: number };

/**
 * Finds the diff of a check without accessing the object store.
 * @throws CoreError conflict (the check is pending), not_found (no such check, it failed, its screenshot is deleted, or there are no
 * differences)
 */
export async function findDiff(ctx: CoreContext, input: DiffRequest): Promise<FoundObject> {
  return diffOf(await findCheckWithDiff(ctx, input));
}

type CheckWithDiff = ContentCheckRow & { diff: string };

/** @throws CoreError like `findDiff` */
export async function findCheckWithDiff(ctx: CoreContext, { checkId }: DiffRequest): Promise<CheckWithDiff> {
  const check = await findContentCheck(ctx.db.orm, { accountId: ctx.accountId, checkId });
  if (!check) throw notFound('content-change check', checkId);
  if (check.status === 'PENDING') throw notFinished('check');
  if (check.status === 'FAILED')
    throw new CoreError('not_found', `The check failed: ${check.description ?? 'unknown reason.'}`);
  const { diff } = check;
  if (diff !== null) return { ...check, diff };
  throw new CoreError(
    'not_found',
    check.screenshotId === null
      ? `The diff of check ${checkId} was deleted with its screenshot.`
      : `Check ${checkId} found no difference.`,
  );
}

export const diffOf = ({ id, diff, comparison }: CheckWithDiff): FoundObject => ({
  sha256: diff,
  // The content type does not come from the object, because a diff may share its object with a page's text.
  contentType: comparison.mode === 'visual' ? 'image/png' : 'text/plain; charset=utf-8',
  what: `The diff of check ${id}`,
  size: null,
});
