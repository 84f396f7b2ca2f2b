import { type DestinationRow, lockDestination, type Queryable } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { destinationResource } from './destination-resource.ts';

/**
 * Locks a destination until the transaction ends.
 * @throws CoreError not_found, precondition_failed
 */
export async function lockedDestination(
  ctx: CoreContext,
  tx: Queryable,
  destinationId: number,
): Promise<DestinationRow> {
  const row = await lockDestination(tx, { accountId: ctx.accountId, destinationId });
  if (!row) throw notFound('destination', destinationId);
  await assertCurrent(ctx, () => destinationResource(row));
  return row;
}
