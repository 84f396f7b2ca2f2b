import type { ShotclockClient } from '@shotclock/client';
import { type CoreContext, countItemHistory } from '@shotclock/core';
import { alertRows, createAlerts } from './alert-rows.ts';
import type { Versions } from './capture-versions.ts';
import { plannedSchedules } from './plan-history.ts';
import { recordRows } from './record-rows.ts';
import { storeVersions } from './store-versions.ts';

const settings = { width: 1_280, height: 800, extractText: true, extractHtml: true };

/** Creates the planned schedules through the API and inserts records for their runs, captures, checks and wallet entries. */
export async function fillDemonstration(
  ctx: CoreContext,
  client: ShotclockClient,
  versions: Versions,
): Promise<void> {
  const stored = await storeVersions(ctx, versions);
  const planned = [];
  for (const plan of plannedSchedules) {
    const items = plan.items.map(({ url, options }) => ({ url, ...settings, ...(options && { options }) }));
    const schedule = await client.schedules.create({ ...plan.body, items });
    if (plan.isPaused) await client.schedules.pause(schedule.id);
    planned.push({ schedule, plan });
  }
  // The inserted history contains its own opening balance.
  await ctx.db.orm.execute('alter table wallet_entries disable trigger wallet_entries_not_truncated');
  await ctx.db.orm.execute('truncate wallets, wallet_entries');
  // Deletes the counters of ledger entries.
  await ctx.db.orm.execute('delete from counts where counter between 10 and 12');
  await ctx.db.orm.execute('delete from facts where counter between 10 and 12');
  await ctx.db.orm.execute('alter table wallet_entries enable trigger wallet_entries_not_truncated');
  const rows = recordRows(planned, ({ page, version }) => stored[page][version]!);
  for (const [table, ofTable] of Object.entries(rows)) await insert(ctx, table, ofTable);
  await createAlerts(client);
  for (const [table, ofTable] of Object.entries(alertRows(rows))) await insert(ctx, table, ofTable);
  await ctx.db.orm.execute(`update destinations set
    last_success_at = (select max(completed_at) from deliveries where destination_id = destinations.id and status = 'DELIVERED'),
    failing_since = (select min(at) from deliveries d join delivery_attempts a on a.delivery_id = d.id
      where destination_id = destinations.id and error is not null)`);
  const { balance_after: balance } = rows.wallet_entries.at(-1)!;
  await ctx.db.orm.execute(`insert into wallets (account_id, balance) values (${ctx.accountId}, ${balance})`);
  await ctx.db.orm.execute(`update schedules set created_at = first, updated_at = first, captures_since = first, last_run_at = last
    from (select schedule_id, min(scheduled_for) as first, max(scheduled_for) as last from schedule_executions group by 1) runs
    where schedule_id = id`);
  await ctx.db.orm.execute(`insert into facts (account_id, kind, counter, slot, amount, records)
    select account_id, 'screenshot.succeeded', case source when 'MANUAL_SCREENSHOT' then 1 else 2 end, ${slotOf('captured_at')},
      sum(bytes), count(*)
    from screenshots group by 1, 3, 4`);
  await ctx.db.orm.execute(`insert into facts (account_id, kind, counter, slot, records)
    select account_id, 'wallet-entry.created', case reference_type when 'CONTENT_CHANGE' then 10 when 'TOP_UP' then 11 else 12 end,
      ${slotOf('created_at')}, count(*)
    from wallet_entries group by 1, 3, 4`);
  await ctx.db.orm.execute('update objects set suspect_since = null');
  // The stored variants depend on the order in which screens are opened, but all screens must show the same number of stored bytes.
  await ctx.db.orm.execute('alter table image_variants disable trigger image_variants_counted_on_insert');
  await ctx.db.orm.execute('alter table tile_pyramids disable trigger tile_pyramids_counted_on_insert');
  while ((await countItemHistory(ctx)) > 0);
}

/** SQL for the number of ten-minute slots between 1970 and a time. */
const slotOf = (column: string) => `floor(extract(epoch from ${column}) / 600)::int`;

async function insert(ctx: CoreContext, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(Object.assign({}, ...rows)).join(', ');
  const json = JSON.stringify(rows).replaceAll("'", "''");
  await ctx.db.orm.execute(`insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, '${json}')`);
}
