import type { ShotclockClient } from '@shotclock/client';
import { type CoreContext, countItemHistory } from '@shotclock/core';
import type { Versions } from './capture-versions.ts';
import { plannedSchedules } from './plan-history.ts';
import { recordRows } from './record-rows.ts';
import { storeVersions } from './store-versions.ts';

const settings = { width: 1_280, height: 800, extractText: true, extractHtml: true };

/** Creates the planned schedules through the API, and inserts the records of their runs, captures, checks and wallet entries. */
export async function fillDemonstration(
  ctx: CoreContext,
  client: ShotclockClient,
  versions: Versions,
): Promise<void> {
  const stored = await storeVersions(ctx, versions);
  const planned = [];
  for (const plan of plannedSchedules) {
    const items = plan.items.map(({ url }) => ({ url, ...settings }));
    const schedule = await client.schedules.create({ ...plan.body, items });
    if (plan.isPaused) await client.schedules.pause(schedule.id);
    planned.push({ schedule, plan });
  }
  // The inserted history has its own opening balance.
  await ctx.db.orm.execute('alter table wallet_entries disable trigger wallet_entries_not_truncated');
  await ctx.db.orm.execute(
    'truncate wallets, wallet_entries, wallet_entry_counts, wallet_entry_count_changes',
  );
  await ctx.db.orm.execute('alter table wallet_entries enable trigger wallet_entries_not_truncated');
  const rows = recordRows(planned, ({ page, version }) => stored[page][version]!);
  for (const [table, ofTable] of Object.entries(rows)) await insert(ctx, table, ofTable);
  const { balance_after: balance } = rows.wallet_entries.at(-1)!;
  await ctx.db.orm.execute(`insert into wallets (account_id, balance) values (${ctx.accountId}, ${balance})`);
  await ctx.db.orm.execute(`update schedules set created_at = first, updated_at = first, captures_since = first, last_run_at = last
    from (select schedule_id, min(scheduled_for) as first, max(scheduled_for) as last from schedule_executions group by 1) runs
    where schedule_id = id`);
  await ctx.db.orm.execute(`insert into activity_count_changes (account_id, source, bytes, day, slot, change)
    select account_id, source, sum(bytes), ${daySlot('captured_at')}, count(*) from screenshots group by 1, 2, 4, 5`);
  await ctx.db.orm.execute(`insert into wallet_entry_count_changes (account_id, reference_type, day, slot, change)
    select account_id, reference_type, ${daySlot('created_at')}, count(*) from wallet_entries group by 1, 2, 3, 4`);
  await ctx.db.orm.execute('update objects set suspect_since = null');
  // The order in which screens are opened determines which variants are stored. All screens must show the same number of stored bytes.
  await ctx.db.orm.execute('alter table image_variants disable trigger image_variants_counted_on_insert');
  await ctx.db.orm.execute('alter table tile_pyramids disable trigger tile_pyramids_counted_on_insert');
  while ((await countItemHistory(ctx)) > 0);
}

/** The UTC day of a time, and its ten-minute slot. */
const daySlot = (column: string) =>
  `(${column} at time zone 'UTC')::date, extract(epoch from (${column} at time zone 'UTC')::time)::int / 600`;

async function insert(ctx: CoreContext, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(Object.assign({}, ...rows)).join(', ');
  const json = JSON.stringify(rows).replaceAll("'", "''");
  await ctx.db.orm.execute(`insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, '${json}')`);
}
