import type { EventName } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import { captures } from '../../schema/captures.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { shares } from '../../schema/shares.ts';
import { timeLapses } from '../../schema/time-lapses.ts';
import { isoTime } from '../iso-time.ts';

/** The record `r` of an event, the time of the event, and the fields of its data other than the ID and the time. */
type Data = { from: SQL; at: SQL; fields: SQL };

/**
 * The data of each event, based on the current state of the record. `changed` contains the record's ID, the time of its
 * last fact and, for a deleted record, its remaining data.
 */
const dataOf: Record<EventName, Data> = {
  screenshot: {
    from: sql`${screenshots} r left join ${captures} c on c.screenshot_id = r.id left join ${scheduleExecutions} e on e.id = r.execution_id`,
    at: sql`coalesce(r.captured_at, case when c.attempt_token is null then c.release_at else c.started_at end, changed.at)`,
    fields: sql`'status', case
        when r.captured_at is not null then r.status when c.attempt_token is not null then 'PROCESSING' else 'PENDING' end,
      'source', r.source, 'scheduleId', e.schedule_id, 'scheduleExecutionId', r.execution_id, 'scheduleItemId', r.item_id`,
  },
  execution: {
    from: sql`${scheduleExecutions} r`,
    at: sql`greatest(r.created_at, r.completed_at, changed.at)`,
    fields: sql`'status', r.status, 'scheduleId', r.schedule_id, 'totalItems', r.total_items,
      'successfulItems', r.successful_items, 'failedItems', r.failed_items`,
  },
  'content-check': {
    from: sql`${contentChecks} r`,
    at: sql`coalesce(r.completed_at, r.created_at)`,
    fields: sql`'status', r.status, 'changed', r.changed, 'ratio', r.ratio, 'screenshotId', r.screenshot_id,
      'scheduleItemId', r.item_id`,
  },
  schedule: {
    from: sql`${schedules} r`,
    at: sql`greatest(r.updated_at, r.last_run_at)`,
    fields: sql`'status', r.status, 'nextRunAt', ${isoTime('r.next_run_at')}, 'lastRunAt', ${isoTime('r.last_run_at')},
      'pausedAt', ${isoTime('r.paused_at')}, 'deleted', r.deleted_at is not null`,
  },
  'time-lapse': {
    from: sql`(select changed.id, changed.account_id) r left join ${timeLapses} t on t.id = r.id`,
    at: sql`changed.at`,
    fields: sql`'itemId', changed.item_id, 'status', t.status, 'deleted', t.id is null`,
  },
  share: {
    from: sql`(select changed.id, changed.account_id) r left join ${shares} s on s.id = r.id`,
    at: sql`changed.at`,
    fields: sql`'screenshotId', changed.screenshot_id, 'deleted', s.id is null`,
  },
};

/**
 * The events of a relation `changed`, with their times and data. Events are omitted if their `r` was deleted. `offset 0`
 * causes the planner to read each record by its ID; otherwise it would not know how few records there are.
 */
export const eventData: SQL = sql.join(
  Object.entries(dataOf).map(
    ([event, { from, at, fields }]) => sql`
      select changed.account_id, changed.event, changed.id, data.at, changed.causes, data.fields
      from changed cross join lateral (
        select ${at} as at, jsonb_build_object(${fields}) as fields from ${from}
        where r.id = changed.id and r.account_id = changed.account_id offset 0
      ) data where changed.event = ${sql.raw(`'${event}'`)}`,
  ),
  sql` union all `,
);
