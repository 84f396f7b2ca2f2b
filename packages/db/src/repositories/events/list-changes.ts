// What changed since a position, read from the records that transactions write anyway: `xmin`, the ID of the transaction that wrote a row,
// says whether a listener has seen it, and the times of the records say where to look. Nothing is written for events. ADR 50.
import type { EventName } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { isHeld, waitingAccount, waits } from '../captures/waiting-index.ts';
import { hiddenLimit } from '../hidden-limit.ts';
import { preparedStatement } from '../prepared-statement.ts';
import {
  longestTransactionMs,
  type Position,
  type TransactionState,
  type TransactionStateRow,
  transactionState,
  transactionStateOf,
} from './position.ts';

export type ChangeRow = {
  accountId: number;
  kind: EventName;
  id: number;
  /** When it happened, as `toISOString()`. */
  at: string;
  /** The transaction that wrote the row. */
  xid: number;
  /** Whether the row is a capture in progress. A renewed lease writes it again. */
  isProgress: boolean;
  /** The other fields of the event. */
  fields: Record<string, unknown>;
};

/** The place of a row in the order of a page: its time, as Postgres writes it, and its ID. */
type Place = { at: string; id: number };

/** The changes of an account after a position. `after` is the end of the previous page; null for the first one. */
export type ChangesRequest = { accountId: number; position: Position; after: PageEnd | null };
export type PageEnd = { accountId: number; finished: Place; started: Place };

export type ChangesPage = {
  state: TransactionState;
  changes: ChangeRow[];
  /** Of each account with further changes, the end of this page. */
  more: PageEnd[];
};

/** Clocks that are compared are those of one server. A stored time is rounded to milliseconds. */
const roundingMs = 1_000;

/**
 * Reads the changes of accounts after their positions, in the order of their times. Finished captures and started executions come in
 * pages; what belongs to them, and everything else, which is little, comes with them or with the first page.
 * @param limit maximum number of finished captures, and of started executions, of each account
 */
export async function listChanges(
  db: Queryable,
  requests: ChangesRequest[],
  limit: number,
): Promise<ChangesPage> {
  const rows = await readChanges(db, { requests: JSON.stringify(requests.map(asked)), limit });
  const [first] = rows;
  return {
    state: transactionStateOf(first!),
    changes: rows.flatMap(({ change }) => (change === null ? [] : changeOf(change))),
    more: first!.more.map(pageEndOf),
  };
}

const before = (at: Date, ms: number) => new Date(at.getTime() - ms).toISOString();

function asked({ accountId, position: { xid, since }, after }: ChangesRequest) {
  const finished = after?.finished ?? { at: before(since, roundingMs), id: 0 };
  // `now()`, the start of the transaction, can be earlier than its ID.
  const started = after?.started ?? { at: before(since, longestTransactionMs), id: 0 };
  return {
    accountId,
    xid,
    since: before(since, longestTransactionMs),
    isFirst: after === null,
    finished,
    started,
  };
}

type Change = {
  account_id: number;
  kind: EventName;
  id: number;
  at: string;
  xid: number;
  is_progress: boolean;
  fields: Record<string, unknown>;
};
type End = {
  account_id: number;
  finished_at: string;
  finished_id: number;
  started_at: string;
  started_id: number;
};
type Row = TransactionStateRow & { more: End[]; change: Change | null };

const changeOf = ({ account_id: accountId, is_progress: isProgress, ...change }: Change): ChangeRow => ({
  accountId,
  isProgress,
  ...change,
});

const pageEndOf = (end: End): PageEnd => ({
  accountId: end.account_id,
  finished: { at: end.finished_at, id: end.finished_id },
  started: { at: end.started_at, id: end.started_id },
});

/** The ID of the transaction that wrote a row. `xmin` has its last 32 bits. */
const xidOf = (row: string): SQL =>
  sql`(state.next::bigint - 1 - ((state.next::bigint - 1 - ${sql.raw(row)}.xmin::text::bigint) & 4294967295))`;
const isNew = (row: string): SQL => sql`${xidOf(row)} >= asked.xid`;
const text = (at: string): SQL =>
  sql`to_char(${sql.raw(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Captures of an account that wait for a worker, are in the queue, or run. For runs, only the captures that are running. */
const inProgress = sql`
  select c.screenshot_id, c.account_id, c.execution_id, c.source, c.attempt_token is not null as runs,
    case when c.attempt_token is null then c.release_at else c.started_at end as at, ${xidOf('c')} as xid
  from ${captures} c
  where ${isHeld} and c.account_id = asked.account_id and (c.attempt_token is not null or c.source = 'MANUAL_SCREENSHOT')
    and (c.attempt_token is null or c.started_at >= asked.since) and ${isNew('c')}
  union all
  (select c.screenshot_id, c.account_id, c.execution_id, c.source, false, c.release_at, ${xidOf('c')}
  from ${captures} c
  where ${waits('MANUAL_SCREENSHOT')} and ${waitingAccount} = asked.account_id and coalesce(c.execution_id, 0) = 0
    and c.release_at >= asked.since and ${isNew('c')}
  order by c.release_at ${hiddenLimit(10_000)})`;

const readChanges = preparedStatement<{ requests: string; limit: number }, Row>(
  'list_changes',
  (value) => sql`
  with state as materialized (${transactionState}),
  asked as materialized (
    select "accountId" as account_id, xid, since, "isFirst" as is_first,
      (finished->>'at')::timestamptz as finished_at, (finished->>'id')::bigint as finished_id,
      (started->>'at')::timestamptz as started_at, (started->>'id')::bigint as started_id
    from jsonb_to_recordset(${value('requests')}::jsonb) as requests (
      "accountId" bigint, xid bigint, since timestamptz, "isFirst" boolean, finished jsonb, started jsonb)
  ),
  finished as materialized (
    select found.* from asked cross join state cross join lateral (
      select s.id, s.account_id, s.execution_id, s.item_id, s.source, s.status, s.captured_at as at, ${xidOf('s')} as xid
      from ${screenshots} s
      where s.account_id = asked.account_id and s.captured_at is not null
        and (s.captured_at, s.id) > (asked.finished_at, asked.finished_id) and ${isNew('s')}
      order by s.captured_at, s.id limit ${value('limit')}::int
    ) found
  ),
  started as materialized (
    select found.* from asked cross join state cross join lateral (
      select e.id, e.account_id, e.schedule_id, e.created_at as at
      from ${scheduleExecutions} e
      where e.account_id = asked.account_id and (e.created_at, e.id) > (asked.started_at, asked.started_id) and ${isNew('e')}
      order by e.created_at, e.id limit ${value('limit')}::int
    ) found
  ),
  executions as materialized (
    select e.*, ${xidOf('e')} as xid, greatest(e.created_at, e.completed_at, found.at) as at
    from (
      select id, max(at) as at
      from (select execution_id as id, at from finished union all select id, at from started) both_kinds
      where id is not null group by id
    ) found join ${scheduleExecutions} e on e.id = found.id cross join state
  ),
  progress as materialized (
    select found.* from asked cross join state cross join lateral (${inProgress}) found where asked.is_first
  ),
  shown as (
    select f.account_id, 'screenshot' as kind, f.id, f.at, f.xid, false as is_progress, jsonb_build_object(
      'status', f.status, 'source', f.source, 'scheduleId', e.schedule_id, 'scheduleExecutionId', f.execution_id,
      'scheduleItemId', f.item_id) as fields
    from finished f left join executions e on e.id = f.execution_id
    union all
    select p.account_id, 'screenshot', p.screenshot_id, p.at, p.xid, true, jsonb_build_object(
      'status', case when p.runs then 'PROCESSING' else 'PENDING' end, 'source', p.source, 'scheduleId', e.schedule_id,
      'scheduleExecutionId', p.execution_id, 'scheduleItemId', s.item_id)
    from progress p join ${screenshots} s on s.id = p.screenshot_id left join ${scheduleExecutions} e on e.id = p.execution_id
    union all
    select e.account_id, 'execution', e.id, e.at, e.xid, false, jsonb_build_object(
      'status', e.status, 'scheduleId', e.schedule_id, 'totalItems', e.total_items, 'successfulItems', e.successful_items,
      'failedItems', e.failed_items)
    from executions e
    union all
    select c.account_id, 'content-check', c.id, coalesce(c.completed_at, c.created_at), ${xidOf('c')}, false, jsonb_build_object(
      'status', c.status, 'changed', c.changed, 'ratio', c.ratio, 'screenshotId', c.screenshot_id, 'scheduleItemId', c.item_id)
    from finished f join ${contentChecks} c on c.screenshot_id = f.id cross join state
    union all
    select found.* from asked cross join state cross join lateral (
      select c.account_id, 'content-check', c.id, c.created_at, ${xidOf('c')}, false, jsonb_build_object(
        'status', c.status, 'changed', c.changed, 'ratio', c.ratio, 'screenshotId', c.screenshot_id, 'scheduleItemId', c.item_id)
      from ${contentChecks} c
      where c.account_id = asked.account_id and c.created_at >= asked.since and c.item_id is null and c.status = 'PENDING'
        and ${isNew('c')}
    ) found where asked.is_first
    union all
    select p.account_id, 'schedule', p.id, greatest(p.updated_at, p.last_run_at), ${xidOf('p')}, false, jsonb_build_object(
      'status', p.status, 'nextRunAt', ${text('p.next_run_at')}, 'lastRunAt', ${text('p.last_run_at')},
      'pausedAt', ${text('p.paused_at')}, 'deleted', p.deleted_at is not null)
    from (
      select schedule_id as id from started
      union
      select p.id from asked cross join state join ${schedules} p
        on p.account_id = asked.account_id and p.updated_at >= asked.since and ${isNew('p')} where asked.is_first
    ) found join ${schedules} p on p.id = found.id cross join state
  ),
  ends as (
    select a.account_id, f.count = ${value('limit')}::int or e.count = ${value('limit')}::int as is_full,
      coalesce(f.at, a.finished_at) as finished_at, coalesce(f.id, a.finished_id) as finished_id,
      coalesce(e.at, a.started_at) as started_at, coalesce(e.id, a.started_id) as started_id
    from asked a
    cross join lateral (
      select count(*), max(at) as at, (array_agg(id order by at desc, id desc))[1] as id from finished where account_id = a.account_id
    ) f
    cross join lateral (
      select count(*), max(at) as at, (array_agg(id order by at desc, id desc))[1] as id from started where account_id = a.account_id
    ) e
  )
  select state.*, coalesce((select jsonb_agg(ends) from ends where is_full), '[]'::jsonb) as more,
    case when shown.id is not null then jsonb_build_object('account_id', shown.account_id, 'kind', shown.kind, 'id', shown.id,
      'at', ${text('shown.at')}, 'xid', shown.xid, 'is_progress', shown.is_progress, 'fields', shown.fields) end as change
  from state left join shown on true order by shown.at, shown.kind, shown.id`,
);
