import { deleteDestination as deleteDestinationRow } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { lockedDestination } from './locked-destination.ts';

/**
 * Deletes a destination with its address and secrets.
 * @throws CoreError not_found, precondition_failed
 */
export function deleteDestination(
  ctx: CoreContext,
  { destinationId }: { destinationId: number },
): Promise<void> {
  return inTransaction(ctx, changed('DESTINATION', destinationId), async (tx) => {
    await lockedDestination(ctx, tx, destinationId);
    await deleteDestinationRow(tx, { accountId: ctx.accountId, destinationId });
  });
}
