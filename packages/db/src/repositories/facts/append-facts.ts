// The statement that makes a change also appends the fact that records it. Appending does not take locks, so an account's
// settlements never wait for each other. ADR 80.
import type { FactKind, ScreenshotSource } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { slotMs } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { activityCounters, counterOf, walletCounters } from './counters.ts';

/** A kind of facts as an SQL literal. */
export const kindText = (kind: FactKind): SQL => sql.raw(`'${kind}'`);

/** SQL expressions for the columns of `facts`. */
type FactColumns = {
  accountId: SQL;
  kind: SQL;
  counter: SQL;
  /** The time that determines the order of the list of counted records. */
  countedAt: SQL;
  records: SQL;
  /** 0 by default; for the defaults of the other columns, see the table. */
  amount?: SQL;
  at?: SQL;
  subjectId?: SQL;
  scheduleId?: SQL;
  itemId?: SQL;
  executionId?: SQL;
};

/** The number of the ten-minute slot, counted from 1970, that contains a time. */
const slotOfTime = (at: SQL): SQL =>
  sql`floor(extract(epoch from ${at}) / ${sql.raw(String(slotMs / 1_000))})::integer`;

/** The statement that appends a fact for each row or group of a relation. */
export function appendFacts({ countedAt, ...values }: FactColumns, from: SQL): SQL {
  const columns = Object.entries({ ...values, slot: slotOfTime(countedAt) });
  const names = columns.map(([name]) =>
    sql.raw(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  );
  const expressions = columns.map(([, expression]) => expression);
  return sql`insert into ${facts} (${sql.join(names, sql`, `)}) select ${sql.join(expressions, sql`, `)} ${from}`;
}

/** The fields of a deleted capture that determine how it was counted. `bytes` is the size of its artifacts. */
export type CountedActivity = {
  accountId: number;
  source: ScreenshotSource;
  capturedAt: Date;
  bytes: number;
};

/** Appends a fact for each account, source and ten-minute slot of the finished captures that the transaction deleted. */
export async function countDeletedActivity(tx: Queryable, deleted: CountedActivity[]): Promise<void> {
  if (deleted.length === 0) return;
  const values = deleted.map(
    ({ accountId, source, capturedAt, bytes }) =>
      sql`(${accountId}::bigint, ${activityCounters[source]}::smallint, ${capturedAt.toISOString()}::timestamptz, ${bytes}::bigint)`,
  );
  const columns = {
    ...{ accountId: sql`account_id`, kind: kindText('screenshot.deleted'), counter: sql`counter` },
    ...{ countedAt: sql`min(at)`, records: sql`-count(*)`, amount: sql`-sum(bytes)` },
  };
  const slot = slotOfTime(sql`at`);
  const from = sql`
    from (values ${sql.join(values, sql`, `)}) as deleted (account_id, counter, at, bytes)
    group by account_id, counter, ${slot} order by account_id, counter, ${slot}`;
  // Embedding the parameters as literals saves a round trip.
  await tx.execute(appendFacts(columns, from).inlineParams());
}

/** The statement that appends the facts of settled captures. `settled` and `executions` are relations in `settlement`. */
export const appendSettled = (status: SQL): SQL =>
  appendFacts(
    {
      accountId: sql`s.account_id`,
      kind: sql`case ${status} when 'SUCCESS' then ${kindText('screenshot.succeeded')} else ${kindText('screenshot.failed')} end`,
      counter: counterOf(activityCounters, sql`s.source`),
      ...{ countedAt: sql`s.captured_at`, records: sql`1`, amount: sql`s.bytes`, at: sql`s.captured_at` },
      ...{ subjectId: sql`s.id`, scheduleId: sql`e.schedule_id`, itemId: sql`s.item_id` },
      executionId: sql`s.execution_id`,
    },
    sql`from settled s left join executions e on e.id = s.execution_id`,
  );

/** The statement that appends the facts of `entries`, a relation of new ledger entries. */
export const appendEntryFacts: SQL = appendFacts(
  {
    ...{ accountId: sql`account_id`, kind: kindText('wallet-entry.created') },
    counter: counterOf(walletCounters, sql`reference_type`),
    ...{ countedAt: sql`created_at`, records: sql`1`, at: sql`created_at`, subjectId: sql`id` },
  },
  sql`from entries`,
);

/**
 * The statement that appends the facts of `requeued`, a relation of captures. There are no events for waiting captures of runs.
 */
export const appendRequeued: SQL = sql`
  insert into ${facts} (account_id, kind, subject_id)
  select account_id, ${kindText('screenshot.requeued')}, screenshot_id from requeued where source = 'MANUAL_SCREENSHOT'`;
