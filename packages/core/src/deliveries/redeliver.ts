import type { Delivery } from '@shotclock/contracts';
import {
  findDestination,
  lockDelivery,
  notifyDeliveries,
  type Queryable,
  restartDelivery,
} from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { deliveryResource } from './delivery-resource.ts';
import { deliveryAttempts } from './retry-delay.ts';

/**
 * Sends a delivery again, with the same ID and content, and with all attempts.
 * @throws CoreError not_found, conflict (it is held or pending, or its destination was deleted or disabled)
 */
export function redeliver(ctx: CoreContext, { deliveryId }: { deliveryId: number }): Promise<Delivery> {
  const { accountId } = ctx;
  const key = { accountId, deliveryId };
  return inTransaction(ctx, changed('DELIVERY', deliveryId), async (tx) => {
    const row = await lockDelivery(tx, key);
    if (!row) throw notFound('delivery', deliveryId);
    if (row.status === 'PENDING') throw new CoreError('conflict', 'The delivery is still pending.');
    if (row.status === 'HELD') throw new CoreError('conflict', 'The delivery is held, and sent later.');
    const { destinationId } = row;
    await assertReceives(tx, { accountId, destinationId });
    await notifyDeliveries(tx);
    return deliveryResource(await restartDelivery(tx, { ...key, attempts: deliveryAttempts }));
  });
}

/** @throws CoreError conflict */
export async function assertReceives(
  tx: Queryable,
  { accountId, destinationId }: { accountId: number; destinationId: number },
): Promise<void> {
  const destination = await findDestination(tx, { accountId, destinationId });
  if (!destination) throw new CoreError('conflict', `Destination ${destinationId} does not exist.`);
  if (destination.status !== 'ACTIVE')
    throw new CoreError('conflict', `Destination ${destinationId} is disabled. Enable it first.`);
}
