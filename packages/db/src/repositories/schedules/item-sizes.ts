// The size of an account's items in bytes, including removed items until housekeeping has deleted their rows (ADR 67).
import type { CaptureSettings, Comparison } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { accounts } from '../../schema/accounts.ts';
import { itemSizes } from '../../schema/schedules.ts';

/** The size of an account's items in bytes, and its limit. */
export type ItemBytes = { bytes: number /** Null for none. */; limit: number | null };

/** The size of an item in bytes: the length of its settings, its options, its own comparison and its tags as JSON. */
export const bytesOfItem = (
  { options, ...settings }: CaptureSettings,
  { comparison, tags }: { comparison: Partial<Comparison> | null; tags: readonly string[] },
): number =>
  [settings, options, comparison, tags.length > 0 && tags].reduce(
    (bytes, part) => bytes + (part ? Buffer.byteLength(JSON.stringify(part)) : 0),
    0,
  );

/**
 * The statement that adds item sizes to the totals of their accounts, or subtracts them, in account order. It returns
 * `bytes`.
 * @param sizes a relation with `account_id` and `bytes`
 */
export const addSizes = (sizes: SQL): SQL => sql`
  insert into ${itemSizes} as kept (account_id, bytes)
  select account_id, sum(bytes) from ${sizes} sizes group by account_id order by account_id
  on conflict (account_id) do update set bytes = greatest(0, kept.bytes + excluded.bytes) returning bytes`;

/** The limit of an account, or the default; null for unlimited. */
export const itemByteLimit = (accountId: SQL, defaultLimit: SQL): SQL =>
  sql`coalesce((select max_item_bytes from ${accounts} where id = ${accountId}), ${defaultLimit}::bigint)`;

/**
 * Adds a change in an item's size, which may be negative, to the total. Other requests of the account that change items
 * wait until the transaction ends.
 */
export async function changeItemBytes(
  tx: Queryable,
  { accountId }: { accountId: number },
  { change, defaultLimit }: { change: number; defaultLimit: number | null },
): Promise<ItemBytes> {
  const sizes = sql`(select ${accountId}::bigint as account_id, ${change}::bigint as bytes)`;
  const [row] = await tx.execute<{ bytes: string; max: string | null }>(sql`
    with changed as (${addSizes(sizes)})
    select bytes, ${itemByteLimit(sql`${accountId}::bigint`, sql`${defaultLimit}`)} as max from changed`);
  return { bytes: Number(row!.bytes), limit: row!.max === null ? null : Number(row!.max) };
}
