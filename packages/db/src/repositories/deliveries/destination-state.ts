// What the results of deliveries change in their destination, and the destinations that senders read.
import { asc, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { deliveries } from '../../schema/deliveries.ts';
import { destinations } from '../../schema/destinations.ts';
import type { DestinationRow } from '../destinations/destinations.ts';
import { hasOneOfIds } from '../has-one-of.ts';

export async function listDestinationsOfAny(db: Queryable, ids: number[]): Promise<DestinationRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(destinations)
    .where(hasOneOfIds(destinations.id, ids))
    .orderBy(asc(destinations.id));
}

type Result = {
  accountId: number;
  destinationId: number;
  delivered: boolean;
  /** Whether this was the last attempt of the delivery. */
  failed: boolean;
  /** Whether the receiver no longer exists. */
  isGone: boolean;
  /** Whether the receiver is overloaded. */
  oneAtATime: boolean;
  /** Days from the third failed delivery until the destination is disabled. */
  failingDays: number;
};

/** Records the result of an attempt in its destination, which it may disable. */
export async function recordDestinationResult(tx: Queryable, result: Result): Promise<void> {
  const { accountId, destinationId, delivered, failed, isGone, oneAtATime, failingDays } = result;
  const ofKey = sql`id = ${destinationId} and account_id = ${accountId}`;
  if (delivered) {
    await tx.execute(sql`
      update ${destinations} set last_success_at = now(), failing_since = null, one_at_a_time = false where ${ofKey}`);
    return;
  }
  const isFailing: SQL = sql`
    failing_since < now() - make_interval(days => ${failingDays}) and (
      select d.completed_at from ${deliveries} d
      where d.destination_id = ${destinations}.id and d.status = 'FAILED' and d.completed_at >= ${destinations}.failing_since
      order by d.completed_at offset 2 limit 1
    ) < now() - make_interval(days => ${failingDays})`;
  await tx.execute(sql`
    update ${destinations} set
      failing_since = case when ${failed}::boolean then coalesce(failing_since, now()) else failing_since end,
      one_at_a_time = one_at_a_time or ${oneAtATime}::boolean,
      disabled_reason = case when status <> 'ACTIVE' then disabled_reason when ${isGone}::boolean then 'GONE'
        when ${isFailing} then 'FAILING' else disabled_reason end,
      status = case when ${isGone}::boolean or (${isFailing}) then 'DISABLED' else status end
    where ${ofKey}`);
}
