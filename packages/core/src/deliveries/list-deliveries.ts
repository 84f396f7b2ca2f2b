import { type Delivery, type Page, type PageRequest, pageOf, type SortField } from '@shotclock/contracts';
import { type DeliveryFilter, listDeliveries as listDeliveryRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { deliveryResource } from './delivery-resource.ts';

/** Lists the account's deliveries. The period applies to the creation time. */
export async function listDeliveries(
  { db, accountId }: CoreContext,
  input: PageRequest<SortField<'deliveries'>> & DeliveryFilter,
): Promise<Page<Delivery>> {
  const found = await db.snapshot((tx) => listDeliveryRows(tx, { accountId }, input));
  return pageOf(found.rows.map(deliveryResource), found, input);
}
