import type { Share } from '@shotclock/contracts';
import { findShare } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { shareResource } from './share-resource.ts';

/** @throws CoreError not_found */
export async function getShare(
  { db, accountId }: CoreContext,
  input: { screenshotId: number; shareId: number },
): Promise<Share> {
  const row = await findShare(db.orm, { accountId, ...input });
  if (!row) throw notFound('share', input.shareId);
  return shareResource(row);
}
