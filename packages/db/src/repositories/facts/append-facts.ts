// The statement that makes a change also appends the fact that records it. Appending does not take locks, so an account's
// settlements never wait for each other. ADR 80.
import type { FactKind, ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { slotMs } from '../../schema/counts.ts';
import { facts } from '../../schema/facts.ts';
import { activityCounters, type Counters, counterOf, walletCounters } from './counters.ts';

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

/** The fields of a finished capture that determine how it is counted. `bytes` is the size of its artifacts, 0 when omitted. */
export type CountedActivity = {
  accountId: number;
  source: ScreenshotSource;
  capturedAt: Date;
  bytes?: number;
};

type Counted = { accountId: number; kind: string; at: Date; amount?: number | undefined };

/** Appends a fact for each account, kind and ten-minute slot. */
async function appendCounts(
  tx: Queryable,
  { kind, counters, by }: { kind: FactKind; counters: Counters; by: 1 | -1 },
  records: Counted[],
): Promise<void> {
  if (records.length === 0) return;
  const values = records.map(
    ({ accountId, kind, at, amount = 0 }) =>
      sql`(${accountId}::bigint, ${counters[kind]!}::smallint, ${at.toISOString()}::timestamptz, ${amount}::bigint)`,
  );
  const sign = sql.raw(String(by));
  const columns = {
    ...{ accountId: sql`account_id`, kind: kindText(kind), counter: sql`counter`, countedAt: sql`min(at)` },
    ...{ records: sql`${sign} * count(*)`, amount: sql`${sign} * sum(amount)` },
  };
  const from = sql`
    from (values ${sql.join(values, sql`, `)}) as records (account_id, counter, at, amount)
    group by account_id, counter, ${slotOfTime(sql`at`)} order by account_id, counter, ${slotOfTime(sql`at`)}`;
  // Embedding the parameters as literals saves a round trip.
  await tx.execute(appendFacts(columns, from).inlineParams());
}

/** Counts the finished captures that the transaction added (1) or deleted (-1). */
export async function countActivity(tx: Queryable, records: CountedActivity[], by: 1 | -1): Promise<void> {
  const kind = by === 1 ? 'screenshot.succeeded' : 'screenshot.deleted';
  const counted = records.map(({ accountId, source, capturedAt, bytes }) => ({
    ...{ accountId, kind: source, at: capturedAt, amount: bytes },
  }));
  await appendCounts(tx, { kind, counters: activityCounters, by }, counted);
}

/** Counts the ledger entries that the transaction added. */
export async function countWalletEntries(
  tx: Queryable,
  entries: { accountId: number; referenceType: WalletReferenceType; createdAt: Date }[],
): Promise<void> {
  const counted = entries.map(({ accountId, referenceType, createdAt }) => ({
    ...{ accountId, kind: referenceType, at: createdAt },
  }));
  await appendCounts(tx, { kind: 'wallet-entry.created', counters: walletCounters, by: 1 }, counted);
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
