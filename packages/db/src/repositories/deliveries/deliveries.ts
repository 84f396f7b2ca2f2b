import type { DeliveryStatus, Destination, PageRequest, SortField } from '@shotclock/contracts';
import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { deliveries, deliveryAttempts } from '../../schema/deliveries.ts';
import { destinations } from '../../schema/destinations.ts';
import { hasId } from '../has-id.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { readRows } from '../page.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
export type DeliveryAttemptRow = typeof deliveryAttempts.$inferSelect;
type Account = { accountId: number };
type Key = Account & { deliveryId: number };

export type DeliveryFilter = {
  status?: DeliveryStatus | undefined;
  alertRuleId?: number | undefined;
  destinationId?: number | undefined;
  destinationKind?: Destination['kind'] | undefined;
  executionId?: number | undefined;
  from?: Date | null;
  to?: Date | null;
};

const ofKey = ({ accountId, deliveryId }: Key) =>
  and(hasId(deliveries.id, deliveryId), eq(deliveries.accountId, accountId));

const given = <T>(value: T | null | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined || value === null ? undefined : condition(value);

/** A page of the account's deliveries. `db` must be a transaction of `Database.snapshot`. */
export async function listDeliveries(
  db: Queryable,
  { accountId }: Account,
  {
    status,
    alertRuleId,
    destinationId,
    destinationKind,
    executionId,
    from,
    to,
    ...request
  }: PageRequest<SortField<'deliveries'>> & DeliveryFilter,
) {
  const where = and(
    eq(deliveries.accountId, accountId),
    given(status, (value) => eq(deliveries.status, value)),
    given(alertRuleId, (value) => hasId(deliveries.alertRuleId, value)),
    given(destinationId, (value) => hasId(deliveries.destinationId, value)),
    given(destinationKind, (kind) =>
      inArray(
        deliveries.destinationId,
        db
          .select({ id: destinations.id })
          .from(destinations)
          .where(and(eq(destinations.accountId, accountId), eq(destinations.kind, kind))),
      ),
    ),
    given(executionId, (value) => hasId(deliveries.executionId, value)),
    given(from, (value) => gte(deliveries.createdAt, value)),
    given(to, (value) => lte(deliveries.createdAt, value)),
  );
  return readRows(db, deliveries, where, request);
}

export async function findDelivery(db: Queryable, key: Key): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(deliveries).where(ofKey(key));
  return row;
}

/** Like `findDelivery`, but also locks the delivery until the transaction ends. */
export async function lockDelivery(tx: Queryable, key: Key): Promise<DeliveryRow | undefined> {
  const [row] = await tx.select().from(deliveries).where(ofKey(key)).for('update');
  return row;
}

/** The last attempts of a delivery, oldest first. */
export async function listDeliveryAttempts(
  db: Queryable,
  { accountId, deliveryId, limit }: Key & { limit: number },
): Promise<DeliveryAttemptRow[]> {
  const newest = db
    .select()
    .from(deliveryAttempts)
    .where(and(hasId(deliveryAttempts.deliveryId, deliveryId), eq(deliveryAttempts.accountId, accountId)))
    .orderBy(desc(deliveryAttempts.id))
    .limit(limit)
    .as('newest');
  return db.select().from(newest).orderBy(asc(newest.id));
}

/** Returns a locked delivery to PENDING, with `attempts` attempts. */
export async function restartDelivery(
  tx: Queryable,
  { attempts, ...key }: Key & { attempts: number },
): Promise<DeliveryRow> {
  const [row] = await tx.update(deliveries).set(restart(attempts)).where(ofKey(key)).returning();
  return row!;
}

type Period = Account & { destinationId: number; status: DeliveryStatus; from: Date; to: Date };

/**
 * Returns deliveries to PENDING, oldest first.
 * @param period the times of creation, both inclusive
 * @returns the times of creation of the returned deliveries, in order, and whether there are more
 */
export async function restartDeliveries(
  tx: Queryable,
  { accountId, destinationId, status, from, to }: Period,
  { limit, attempts }: { limit: number; attempts: number },
): Promise<{ createdAt: Date[]; hasMore: boolean }> {
  const rows = await tx
    .select({ id: deliveries.id, createdAt: deliveries.createdAt })
    .from(deliveries)
    .where(
      and(
        hasId(deliveries.destinationId, destinationId),
        eq(deliveries.accountId, accountId),
        eq(deliveries.status, status),
        gte(deliveries.createdAt, from),
        lte(deliveries.createdAt, to),
      ),
    )
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
    .limit(limit + 1)
    .for('update');
  const restarted = rows.slice(0, limit);
  if (restarted.length > 0)
    await tx
      .update(deliveries)
      .set(restart(attempts))
      .where(
        hasOneOfIds(
          deliveries.id,
          restarted.map(({ id }) => id),
        ),
      );
  return { createdAt: restarted.map(({ createdAt }) => createdAt), hasMore: rows.length > limit };
}

const restart = (attempts: number) => ({
  ...{ status: 'PENDING' as const, attemptsLeft: attempts, nextAttemptAt: sql`now()` },
  ...{ completedAt: null, cancelReason: null },
});

/** Cancels the held and, if the rule is deleted, the pending deliveries of a rule. */
export async function cancelDeliveriesOfRule(
  tx: Queryable,
  { accountId, ruleId, reason }: Account & { ruleId: number; reason: 'RULE_DELETED' | 'RULE_DISABLED' },
): Promise<void> {
  const statuses: DeliveryStatus[] = reason === 'RULE_DELETED' ? ['HELD', 'PENDING'] : ['HELD'];
  await tx
    .update(deliveries)
    .set({
      status: 'CANCELLED',
      cancelReason: reason,
      completedAt: sql`now()`,
      leaseToken: null,
      leaseExpiresAt: null,
    })
    .where(
      and(
        eq(deliveries.alertRuleId, ruleId),
        eq(deliveries.accountId, accountId),
        inArray(deliveries.status, statuses),
      ),
    );
}
