import { type DeliveryDetails, limits } from '@shotclock/contracts';
import { findDelivery, listDeliveryAttempts } from '@shotclock/db';
import { listDeliveryPictures } from '@shotclock/db/all-accounts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { deliveryDetails } from './delivery-resource.ts';

/**
 * Returns a delivery with its content and its last attempts.
 * @throws CoreError not_found
 */
export async function getDelivery(
  { db, accountId, links }: CoreContext,
  { deliveryId }: { deliveryId: number },
): Promise<DeliveryDetails> {
  const key = { accountId, deliveryId };
  return db.snapshot(async (tx) => {
    const row = await findDelivery(tx, key);
    if (!row) throw notFound('delivery', deliveryId);
    const limit = limits.alerts.loggedAttempts;
    const pictures = await listDeliveryPictures(tx, row.id);
    return deliveryDetails(row, pictures, await listDeliveryAttempts(tx, { ...key, limit }), links);
  });
}
