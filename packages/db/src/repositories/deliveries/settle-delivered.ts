import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { deliveries, deliveryAttempts } from '../../schema/deliveries.ts';
import { destinations } from '../../schema/destinations.ts';
import { isSelected } from '../has-one-of.ts';
import { preparedStatement } from '../prepared-statement.ts';
import type { AttemptRecord, Claim } from './sending.ts';

export type DeliveredAttempt = Claim & AttemptRecord;

/** Nothing waits for a lock, so a locked destination does not delay the others. */
const settle = preparedStatement<{ attempts: string }, { token: string }>(
  'settle_delivered',
  (value) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${value('attempts')}::jsonb) as g (
        id bigint, "destinationId" bigint, "leaseToken" uuid, at timestamptz, "durationMs" integer, status smallint, error text,
        response text)
    ), receivers as materialized (
      select t.id from ${destinations} t where ${isSelected(sql`t.id`, sql`select "destinationId" from given`)}
      order by t.id for no key update skip locked
    ), held as materialized (
      select d.id from ${deliveries} d where ${isSelected(sql`d.id`, sql`select id from given`)}
        and d.destination_id = any(array(select id from receivers)) and d.status = 'PENDING'
      for no key update skip locked
    ), settled as (
      update ${deliveries} d set status = 'DELIVERED', lease_token = null, lease_expires_at = null, completed_at = now()
      from given g
      where ${isSelected(sql`d.id`, sql`select id from held`)} and g.id = d.id and d.lease_token = g."leaseToken" and d.status = 'PENDING'
      returning d.account_id, d.destination_id, g.*
    ), recorded as (
      insert into ${deliveryAttempts} (account_id, delivery_id, at, duration_ms, status, error, response)
      select account_id, id, at, "durationMs", status, error, response from settled
    ), successful as (
      update ${destinations} set last_success_at = now(), failing_since = null, one_at_a_time = false
      where ${isSelected(destinations.id, sql`select destination_id from settled`)}
    )
    select "leaseToken" as token from settled`,
);

/**
 * Records attempts that delivered their messages, of any accounts, in one statement. Leaves out those whose token is not
 * current, and those whose rows another transaction has locked.
 * @returns the tokens of the recorded attempts
 */
export async function settleDelivered(db: Queryable, attempts: DeliveredAttempt[]): Promise<Set<string>> {
  const rows = await settle(db, { attempts: JSON.stringify(attempts) });
  return new Set(rows.map(({ token }) => token));
}
