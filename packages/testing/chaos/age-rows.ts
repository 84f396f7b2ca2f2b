// Makes rows older with SQL, because the shortest retention is a day and the sweep's grace period is measured in hours.
import type { Sql } from 'postgres';

/**
 * Records the changes of the activity feed in `changed (account_id, source, at, by)` as facts, as Shotclock's
 * transactions do.
 */
const countChanged = `
  insert into facts (account_id, kind, counter, slot, records)
  select account_id, 'records.counted', case source when 'MANUAL_SCREENSHOT' then 1 else 2 end, floor(extract(epoch from at) / 600)::int,
    sum(by)
  from changed group by 1, 3, 4`;

/** Moves the completion times of captures `days` days into the past. */
export async function ageCaptures(sql: Sql, ids: readonly number[], days: number): Promise<void> {
  if (ids.length === 0) return;
  await sql.unsafe(`
    with moved as (
      update screenshots set captured_at = captured_at - interval '${24 * days} hours' where id in (${ids.join()})
      returning account_id, source, captured_at
    ),
    changed as (
      select account_id, source, captured_at as at, 1 as by from moved
      union all select account_id, source, captured_at + interval '${24 * days} hours', -1 from moved
    ) ${countChanged}`);
  await recordOldest(sql);
}

/** Records when the oldest capture of each schedule and account finished, because retention relies on these times. */
async function recordOldest(sql: Sql): Promise<void> {
  await sql`
    update accounts a set manual_captures_since = least(manual_captures_since, (
      select min(captured_at) from screenshots where account_id = a.id and source = 'MANUAL_SCREENSHOT'))`;
  await sql`
    update schedules s set captures_since = least(captures_since, (
      select min(captured_at) from screenshots c join schedule_items i on i.id = c.item_id where i.schedule_id = s.id))`;
}

/**
 * Inserts copies of the screenshot `like` as manual captures that completed ten minutes apart, the latest `days` days
 * ago.
 */
export async function addOldCaptures(sql: Sql, like: number, count: number, days: number): Promise<number[]> {
  const [row] = await sql<{ id: string }[]>`select coalesce(max(id), 0) as id from screenshots`;
  await sql.unsafe(`
    with added as (
      insert into screenshots (account_id, source, url, full_page, format, response_type, extract_html, extract_text, status,
        attempt, captured_at, processing_time_ms, image, created_at)
      select account_id, 'MANUAL_SCREENSHOT', url, full_page, format, response_type, extract_html, extract_text, 'SUCCESS',
        1, at, 1, image, at
      from screenshots, (
        select now() - interval '${days} days' - n * interval '10 minutes' as at from generate_series(1, ${count}) n
      ) moments
      where id = ${like}
      returning id, account_id, source, captured_at
    ),
    changed as (select account_id, source, captured_at as at, 1 as by from added) ${countChanged}`);
  await recordOldest(sql);
  const rows = await sql<
    { id: string }[]
  >`select id from screenshots where id > ${row!.id} and created_at < now() - interval '1 day'`;
  return rows.map(({ id }) => Number(id));
}

/**
 * Lets the grace period expire for all objects that may be unreferenced. Call it only while no captures are running,
 * because workers rely on the grace period. `marks` also lets the marks of interrupted sweeps expire; in that case, no
 * scheduler may be running.
 */
export async function ageSuspects(sql: Sql, { marks = false } = {}): Promise<void> {
  await sql`update objects set suspect_since = suspect_since - interval '25 hours' where sweeping_since is null`;
  if (marks)
    await sql`
      update objects set suspect_since = suspect_since - interval '25 hours',
        sweeping_since = sweeping_since - interval '25 hours' where sweeping_since is not null`;
}

/**
 * Sets the counters of executions to the number of remaining screenshots, so that later checks of the tables pass.
 * Returns the IDs of executions whose counters did not include every item of their schedule.
 */
export async function recountExecutions(sql: Sql, scheduleIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: string; whole: boolean }[]>`
    with before as (
      select e.id, e.total_items = e.successful_items + e.failed_items and e.total_items =
        (select count(*) from schedule_items i where i.schedule_id = e.schedule_id) as whole
      from schedule_executions e where schedule_id in ${sql(scheduleIds)}
    )
    update schedule_executions e set total_items = there.total, successful_items = there.successful,
      failed_items = there.total - there.successful
    from before cross join lateral (
      select count(*)::int as total, count(*) filter (where status = 'SUCCESS')::int as successful
      from screenshots s where s.execution_id = before.id
    ) there
    where e.id = before.id returning e.id, before.whole`;
  return rows.filter(({ whole }) => !whole).map(({ id }) => Number(id));
}
