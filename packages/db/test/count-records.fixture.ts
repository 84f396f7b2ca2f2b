import type { FactKind, ScreenshotSource, WalletReferenceType } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../src/index.ts';
import { appendFacts, kindText } from '../src/repositories/facts/append-facts.ts';
import { activityCounters, walletCounters } from '../src/repositories/facts/counters.ts';

/** Appends a fact for each finished capture that the test inserted. */
export async function countFinished(
  tx: Queryable,
  captures: { accountId: number; source: ScreenshotSource; capturedAt: Date }[],
): Promise<void> {
  const counted = captures.map(({ accountId, source, capturedAt }) => ({
    ...{ accountId, counter: activityCounters[source], at: capturedAt },
  }));
  await appendEach(tx, 'screenshot.succeeded', counted);
}

/** Appends a fact for each ledger entry that the test inserted. */
export async function countWalletEntries(
  tx: Queryable,
  entries: { accountId: number; referenceType: WalletReferenceType; createdAt: Date }[],
): Promise<void> {
  const counted = entries.map(({ accountId, referenceType, createdAt }) => ({
    ...{ accountId, counter: walletCounters[referenceType], at: createdAt },
  }));
  await appendEach(tx, 'wallet-entry.created', counted);
}

async function appendEach(
  tx: Queryable,
  kind: FactKind,
  counted: { accountId: number; counter: number; at: Date }[],
): Promise<void> {
  const values = counted.map(
    ({ accountId, counter, at }) =>
      sql`(${accountId}::bigint, ${counter}::smallint, ${at.toISOString()}::timestamptz)`,
  );
  const columns = {
    ...{ accountId: sql`account_id`, kind: kindText(kind), counter: sql`counter`, countedAt: sql`at` },
    records: sql`1`,
  };
  const from = sql`from (values ${sql.join(values, sql`, `)}) as records (account_id, counter, at)`;
  await tx.execute(appendFacts(columns, from).inlineParams());
}
