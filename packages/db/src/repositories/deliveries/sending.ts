// The senders' view of deliveries. A sender claims deliveries with a lease and a fencing token, and settles each with the
// token, so a sender that was stopped for longer than its lease changes nothing. Per destination, at most two deliveries
// are held at a time, by all senders together. ADR 85.
import type { AlertContent, Rectangle } from '@shotclock/contracts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { deliveries, deliveryAttempts, deliveryPictures } from '../../schema/deliveries.ts';
import { destinations } from '../../schema/destinations.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { deleteFirst } from '../delete-first.ts';
import type { DestinationRow } from '../destinations/destinations.ts';
import { isElement } from '../has-one-of.ts';
import { arrayText } from '../prepared-statement.ts';
import { tableColumns } from '../table-columns.ts';
import type { DeliveryRow } from './deliveries.ts';

export type NewDelivery = Pick<
  typeof deliveries.$inferInsert,
  | 'accountId'
  | 'alertRuleId'
  | 'destinationId'
  | 'executionId'
  | 'contentCheckId'
  | 'factId'
  | 'content'
  | 'attemptsLeft'
  | 'status'
>;

/** Number of rows per statement, because Postgres limits the number of parameters. */
const insertRows = 500;

/**
 * Adds deliveries with their pictures, except those whose rule has already sent this run, check or fact to the
 * destination. Returns how many were added.
 */
export async function insertDeliveries(tx: Queryable, rows: NewDelivery[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < rows.length; start += insertRows) {
    const inserted = await tx
      .insert(deliveries)
      .values(rows.slice(start, start + insertRows))
      .onConflictDoNothing()
      .returning({ id: deliveries.id });
    await insertPictures(
      tx,
      inserted.map(({ id }) => id),
    );
    added += inserted.length;
  }
  return added;
}

/** The pictures of the messages `d`. A screenshot that was both changed and recovered has one picture. */
const picturesOf = (messages: SQL): SQL => sql`
  select distinct on (d.id, s.id) d.id, s.id as screenshot_id, s.image, c.changed_area -> 'current' as area
  from ${messages}
  cross join lateral jsonb_to_recordset(d.content -> 'events') e (type text, "screenshotId" bigint, "contentCheckId" bigint)
  join ${screenshots} s on s.id = e."screenshotId" and s.status = 'SUCCESS' and s.image is not null
  left join ${contentChecks} c on c.id = e."contentCheckId"
  order by d.id, s.id, c.id`;

async function insertPictures(tx: Queryable, deliveryIds: number[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  const inserted = isElement(deliveries.id, sql`${arrayText(deliveryIds)}::bigint[]`);
  await tx.execute(sql`
    insert into ${deliveryPictures} (delivery_id, screenshot_id, object, area)
    ${picturesOf(sql`(select id, content from ${deliveries} where ${inserted}) d`)}`);
}

export type DeliveryPictureRow = typeof deliveryPictures.$inferSelect;

/** The pictures that a delivery with this content would have. */
export async function listContentPictures(
  db: Queryable,
  content: AlertContent,
): Promise<Pick<DeliveryPictureRow, 'screenshotId' | 'area'>[]> {
  const rows = await db.execute<{ screenshot_id: string; area: Rectangle | null }>(
    picturesOf(sql`(select 0 as id, ${JSON.stringify(content)}::jsonb as content) d`),
  );
  return rows.map(({ screenshot_id, area }) => ({ screenshotId: Number(screenshot_id), area }));
}

export async function listDeliveryPictures(db: Queryable, deliveryId: number): Promise<DeliveryPictureRow[]> {
  return db.select().from(deliveryPictures).where(eq(deliveryPictures.deliveryId, deliveryId));
}

/** The destinations with pending deliveries, found by skipping from one to the next in the index. */
const pendingDestinations: SQL = sql`
  pending (destination_id) as (
    (select destination_id from ${deliveries} where status = 'PENDING' order by destination_id limit 1)
    union all
    select (
      select d.destination_id from ${deliveries} d where d.status = 'PENDING' and d.destination_id > pending.destination_id
      order by d.destination_id limit 1
    ) from pending where pending.destination_id is not null
  )`;

/** Deliveries that a sender may claim. */
const isClaimable = sql`d.status = 'PENDING' and d.next_attempt_at <= now() and (d.lease_token is null or d.lease_expires_at <= now())`;

/** How many more requests may be made to destination `t`. One that asked for fewer requests has one at a time. */
const freeRequests = (perDestination: number): SQL => sql`
  case when t.one_at_a_time then 1 else ${perDestination}::bigint end - (
    select count(*) from ${deliveries} d where d.destination_id = t.id and d.status = 'PENDING' and d.next_attempt_at <= now()
      and d.lease_token is not null and d.lease_expires_at > now())`;

type ClaimLimits = {
  limit: number;
  /** Maximum number of deliveries of an account. */
  perAccount: number;
  /** Maximum number of claimed deliveries of a destination. */
  perDestination: number;
};

/**
 * Cancels the pending deliveries of destinations that were deleted or disabled, and returns at most `limit` destinations
 * with deliveries that can be claimed, those that have waited longest, except those of the busy accounts. Locks these
 * destinations, so that no other sender counts their requests until the transaction ends.
 */
export async function lockDueDestinations(
  tx: Queryable,
  { limit, perAccount, perDestination, busyAccounts }: ClaimLimits & { busyAccounts: number[] },
): Promise<number[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    with recursive ${pendingDestinations}, cancelled as (
      update ${deliveries} set status = 'CANCELLED', completed_at = now(), lease_token = null, lease_expires_at = null,
        cancel_reason = case when exists (select from ${destinations} t where t.id = destination_id)
          then 'DESTINATION_DISABLED' else 'DESTINATION_DELETED' end
      where id = any(array(
        select d.id from pending p join ${deliveries} d on d.destination_id = p.destination_id and d.status = 'PENDING'
        where not exists (select from ${destinations} t where t.id = p.destination_id and t.status = 'ACTIVE')
        for no key update of d skip locked))
    ), due as (
      select t.id, first.next_attempt_at, row_number() over (partition by t.account_id order by first.next_attempt_at) as place
      from ${destinations} t
      cross join lateral (
        select d.next_attempt_at from ${deliveries} d where d.destination_id = t.id and ${isClaimable}
        order by d.next_attempt_at, d.id limit 1
      ) first
      where t.id = any(array(select destination_id from pending)) and t.status = 'ACTIVE' and ${freeRequests(perDestination)} > 0
        and not ${isElement(sql`t.account_id`, sql`${arrayText(busyAccounts)}::bigint[]`)}
    )
    select t.id from ${destinations} t
    where t.id = any(array(select id from due where place <= ${perAccount} order by next_attempt_at limit ${limit})) and t.status = 'ACTIVE'
    order by t.id for no key update of t skip locked`);
  return rows.map(({ id }) => Number(id));
}

/** A claimed delivery with everything that its attempt needs. */
export type ClaimedRow = {
  delivery: DeliveryRow;
  destination: DestinationRow;
  pictures: DeliveryPictureRow[];
};
type JsonRow = Record<string, unknown>;
const deliveryColumns = tableColumns(deliveries);
const destinationColumns = tableColumns(destinations);
const pictureColumns = tableColumns(deliveryPictures);

/**
 * Claims due deliveries of locked destinations, oldest first. A delivery whose sender died during its last attempt fails
 * instead.
 * @param options.leaseSeconds must be longer than an attempt takes
 */
export async function claimDeliveries(
  tx: Queryable,
  {
    destinationIds,
    limit,
    perAccount,
    perDestination,
    leaseSeconds,
  }: ClaimLimits & { destinationIds: number[]; leaseSeconds: number },
): Promise<ClaimedRow[]> {
  if (destinationIds.length === 0) return [];
  const rows = await tx.execute<{ delivery: JsonRow; destination: JsonRow; pictures: JsonRow[] }>(sql`
    with ranked as (
      select d.id, d.next_attempt_at, row_number() over (partition by t.account_id order by d.next_attempt_at, d.id) as place
      from ${destinations} t
      cross join lateral (
        select d.id, d.next_attempt_at from ${deliveries} d where d.destination_id = t.id and ${isClaimable}
        order by d.next_attempt_at, d.id limit greatest(0, ${freeRequests(perDestination)})
      ) d
      where ${isElement(sql`t.id`, sql`${arrayText(destinationIds)}::bigint[]`)}
    ), due as materialized (
      select id from ranked where place <= ${perAccount} order by next_attempt_at, id limit ${limit}
    ), exhausted as (
      update ${deliveries} d set status = 'FAILED', completed_at = now(), lease_token = null, lease_expires_at = null
      where d.id = any(array(select id from due)) and ${isClaimable} and d.attempts_left = 0
    ), claimed as (
      update ${deliveries} d set lease_token = gen_random_uuid(), lease_expires_at = now() + make_interval(secs => ${leaseSeconds}),
        attempts = d.attempts + 1, attempts_left = d.attempts_left - 1
      where d.id = any(array(select id from due)) and ${isClaimable} and d.attempts_left > 0 returning d.*
    )
    select to_json(c) as delivery, to_json(t) as destination, (
      select coalesce(json_agg(p), '[]') from ${deliveryPictures} p where p.delivery_id = c.id
    ) as pictures
    from claimed c join ${destinations} t on t.id = c.destination_id order by c.next_attempt_at, c.id`);
  return rows.map(({ delivery, destination, pictures }) => ({
    delivery: deliveryColumns.readJson(delivery),
    destination: destinationColumns.readJson(destination),
    pictures: pictures.map(pictureColumns.readJson),
  }));
}

/** Milliseconds until a delivery becomes due, 0 if one is due, null if none is pending. Held deliveries count at their lease's end. */
export async function msUntilNextDelivery(db: Queryable): Promise<number | null> {
  const [row] = await db.execute<{ ms: number | null }>(sql`
    with recursive ${pendingDestinations}
    select ceil(extract(epoch from min(next.at) - now()) * 1000)::double precision as ms
    from pending cross join lateral (
      select case when d.lease_token is null then d.next_attempt_at else greatest(d.next_attempt_at, d.lease_expires_at) end as at
      from ${deliveries} d where d.destination_id = pending.destination_id and d.status = 'PENDING'
      order by d.next_attempt_at, d.id limit 10
    ) next`);
  const ms = row?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}

export type AttemptRecord = Pick<
  typeof deliveryAttempts.$inferInsert,
  'at' | 'durationMs' | 'status' | 'error' | 'response'
>;
/** How a delivery continues after an attempt. */
export type AttemptOutcome =
  | { status: 'DELIVERED' | 'FAILED' | 'CANCELLED' }
  | { status: 'PENDING'; delaySeconds: number };

export type Claim = Pick<DeliveryRow, 'id' | 'accountId' | 'destinationId'> & { leaseToken: string };

/**
 * Records an attempt and its outcome.
 * @returns false, without changes, if the token is not current
 */
export async function settleDelivery(
  tx: Queryable,
  { id, accountId, leaseToken }: Claim,
  attempt: AttemptRecord,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const isPending = outcome.status === 'PENDING';
  const rows = await tx
    .update(deliveries)
    .set({
      status: outcome.status,
      leaseToken: null,
      leaseExpiresAt: null,
      ...(isPending
        ? { nextAttemptAt: sql`now() + make_interval(secs => ${outcome.delaySeconds})` }
        : { completedAt: sql`now()` }),
    })
    .where(
      and(eq(deliveries.id, id), eq(deliveries.leaseToken, leaseToken), eq(deliveries.status, 'PENDING')),
    )
    .returning({ id: deliveries.id });
  if (rows.length === 0) return false;
  await tx.insert(deliveryAttempts).values({ accountId, deliveryId: id, ...attempt });
  return true;
}

/** Deletes up to `limit` completed deliveries that are older than `days`, with their attempts. Returns their number. */
export async function deleteExpiredDeliveries(
  db: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const where = sql`${deliveries.createdAt} < now() - make_interval(days => ${days}) and ${deliveries.status} not in ('HELD', 'PENDING')`;
  return deleteFirst(db, deliveries, {
    key: deliveries.id,
    where,
    order: sql`${deliveries.createdAt}`,
    limit,
  });
}
