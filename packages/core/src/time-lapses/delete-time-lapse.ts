import { deleteTimeLapses, lockTimeLapse } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { timeLapseResource } from './time-lapse-resource.ts';

/**
 * Deletes a time-lapse. If a worker is creating the time-lapse, the worker stops.
 * @throws CoreError not_found, precondition_failed
 */
export async function deleteTimeLapse(
  ctx: CoreContext,
  { timeLapseId }: { timeLapseId: number },
): Promise<void> {
  await inTransaction(ctx, changed('TIME_LAPSE', timeLapseId), async (tx) => {
    const row = await lockTimeLapse(tx, { accountId: ctx.accountId, timeLapseId });
    if (!row) throw notFound('time-lapse', timeLapseId);
    await assertCurrent(ctx, () =>
      // A client that read the time-lapse before midnight has the previous day's link.
      [ctx.links, ctx.links.previous].map((links) => timeLapseResource(row, links)),
    );
    await deleteTimeLapses(tx, { accountId: ctx.accountId, timeLapseIds: [timeLapseId] });
  });
}
