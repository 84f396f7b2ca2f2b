// The end of a capture: its row is deleted, and its record receives the outcome. A single statement performs the parts
// that all settlements have in common, in one round trip. It takes locks in this order: objects → captures → screenshots
// → executions → schedules.
import type { PageRecord } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { firstLooks } from '../../schema/first-looks.ts';
import { objects } from '../../schema/objects.ts';
import { pageRecords } from '../../schema/page-records.ts';
import { screenshots } from '../../schema/screenshots.ts';
import type { ExecutionRow, FailedRun } from '../executions/executions.ts';
import { appendSettled } from '../facts/append-facts.ts';
import { isElement } from '../has-one-of.ts';
import { shareLock } from '../objects/objects.ts';
import { arrayText, preparedStatement } from '../prepared-statement.ts';
import { resetFailedRuns } from '../schedules/failed-runs.ts';
import type { Attempt } from './attempts.ts';

type RecordRow = typeof screenshots.$inferSelect;

export type Outcome = Pick<
  RecordRow,
  'image' | 'thumbnail' | 'html' | 'text' | 'bytes' | 'description' | 'failureCode' | 'sentHeadersId'
> & {
  status: 'SUCCESS' | 'FAILED';
  /** Observations about the page; only for successful captures. */
  page?: PageRecord | null;
};

/** The data that the other steps of a settlement need. */
export type SettledScreenshot = Pick<RecordRow, 'accountId' | 'executionId'> & {
  screenshotId: number;
  /** Whether a content-change check is waiting for the capture. */
  hasPendingCheck: boolean;
  /** The capture's run, if this is a scheduled run that this settlement completed and all of its captures failed. */
  failedRun: FailedRun | null;
};

/**
 * Objects that were recorded for the capture, and the time until which new records may refer to them (see
 * `shareLockObjects`).
 */
export type RecordedObjects = { hashes: string[]; goodUntil: number };

/** How a settlement handles the objects that were stored for the capture. */
type SettledObjects = { stored?: RecordedObjects; used?: string[] };

/**
 * Settles a running capture, adds its fact and updates its execution's counters. A completed run resets its schedule's failed-run
 * count.
 * @param stored objects to lock against sweeping first; if absent, the caller must already have locked the objects of the outcome
 * @param used objects that are no longer suspect (see `markObjectsUsed`), unless a check is waiting for the capture
 * @returns `stale` if the token is not current; `swept` if an object may have been swept. Both leave everything unchanged
 */
export function settleScreenshot(
  tx: Queryable,
  attempt: Attempt,
  outcome: Outcome,
  settledObjects: SettledObjects = {},
): Promise<SettledScreenshot | 'stale' | 'swept'> {
  return settleWith(settleAttempt, tx, attempt, outcome, settledObjects);
}

/**
 * Like `settleScreenshot`, but for a successful capture that no check is waiting for. There are no other steps, so no
 * transaction is needed.
 * @returns also `stale` if a check is waiting for the capture, which stays unchanged
 */
export function settleWithoutCheck(
  db: Queryable,
  attempt: Attempt,
  outcome: Outcome & { status: 'SUCCESS' },
  settledObjects: SettledObjects,
): Promise<SettledScreenshot | 'stale' | 'swept'> {
  return settleWith(settleUnchecked, db, attempt, outcome, settledObjects);
}

async function settleWith(
  statement: typeof settleAttempt,
  db: Queryable,
  attempt: Attempt,
  outcome: Outcome,
  { stored, used = [] }: SettledObjects,
): Promise<SettledScreenshot | 'stale' | 'swept'> {
  const { hashes, goodUntil } = stored ?? { hashes: [], goodUntil: 0 };
  const rows = await statement(db, {
    ...attempt,
    ...outcome,
    page: outcome.page ? JSON.stringify(outcome.page) : null,
    stored: arrayText(hashes),
    goodUntil,
    used: arrayText(used),
  });
  const [settled] = settledOf(rows);
  if (settled) return settled;
  return rows[0]!.held < hashes.length ? 'swept' : 'stale';
}

/**
 * Settles unfinished captures (waiting, released or running) as canceled. Their rows must be locked. A capture that waits for
 * a second look keeps the image of its first look.
 */
export async function cancelScreenshots(
  tx: Queryable,
  { accountId, screenshotIds }: { accountId: number; screenshotIds: number[] },
  description: string,
): Promise<SettledScreenshot[]> {
  if (screenshotIds.length === 0) return [];
  const rows = await cancelLocked(tx, {
    ...{ accountId, screenshotIds: arrayText(screenshotIds) },
    ...{ status: 'FAILED', failureCode: 'cancelled', description },
    ...{ thumbnail: null, html: null, text: null, sentHeadersId: null, page: null },
    ...{ stored: arrayText([]), goodUntil: 0, used: arrayText([]) },
  });
  return settledOf(rows);
}

/**
 * The column's maximum, 24.8 days. An attempt can take longer than that if the installation was suspended or restored.
 */
const maxProcessingTimeMs = sql.raw(String(2 ** 31 - 1));

type Row = {
  held: number;
  id: string | null;
  account_id: string;
  execution_id: string | null;
  has_pending_check: boolean;
  schedule_id: string | null;
  trigger: ExecutionRow['trigger'];
  execution_status: ExecutionRow['status'];
};

type Values = Record<Exclude<keyof Outcome, 'bytes' | 'sentHeadersId'>, string | null> & {
  bytes: number;
  sentHeadersId: number | null;
  /** Arrays of hashes. */
  stored: string;
  used: string;
  goodUntil: number;
};
type ValueOf = (name: keyof Values) => SQL;

const isAttempt = (value: (name: keyof Attempt) => SQL) =>
  sql`screenshot_id = ${value('screenshotId')}::bigint and attempt_token = ${value('token')}::uuid`;

const settleAttempt = preparedStatement<Values & Attempt, Row>('settle_attempt', (value) =>
  settlement(isAttempt(value), value),
);

const settleUnchecked = preparedStatement<Values & Attempt, Row>('settle_unchecked', (value) =>
  settlement(sql`${isAttempt(value)} and not ${hasPendingCheck(sql`${captures.screenshotId}`)}`, value),
);

const cancelLocked = preparedStatement<
  Omit<Values, 'image' | 'bytes'> & { accountId: number; screenshotIds: string },
  Row
>('cancel_locked', (value) =>
  settlement(
    sql`${isElement(sql`screenshot_id`, sql`${value('screenshotIds')}::bigint[]`)} and account_id = ${value('accountId')}::bigint`,
    (name) => (name === 'image' || name === 'bytes' ? imageOfFirstLook[name] : value(name)),
  ),
);

const ofFirstLook = (column: SQL) => sql`(
  select ${column} from ${firstLooks} f join ${objects} o on o.sha256 = f.image where f.screenshot_id = s.id)`;

/** The image of screenshot `s` in its first look, and the size of that image. */
const imageOfFirstLook = {
  image: ofFirstLook(sql`o.sha256`),
  bytes: sql`coalesce(${ofFirstLook(sql`o.size`)}, 0)`,
};

function settlement(selected: SQL, value: ValueOf): SQL {
  const stored = sql`${value('stored')}::text[]`;
  const status = sql`${value('status')}::text`;
  const page = sql`${value('page')}::jsonb`;
  const unfinished = sql`e.successful_items + e.failed_items + ended.captures < e.total_items`;
  return sql`
    with stored as materialized (${shareLock(stored, sql`${value('goodUntil')}::float8`)}),
    finished as (
      delete from ${captures} where ${selected} and cardinality(${stored}) = (select count(*) from stored)
      returning screenshot_id, attempt, started_at
    ), settled as (
      update ${screenshots} s set
        status = ${status}, image = ${value('image')}::text, thumbnail = ${value('thumbnail')}::text, html = ${value('html')}::text,
        text = ${value('text')}::text, bytes = ${value('bytes')}::bigint, description = ${value('description')}::text, failure_code = ${value('failureCode')}::text,
        sent_headers_id = ${value('sentHeadersId')}::int, verdict = ${page} #>> '{verdict,kind}', http_status = (${page} ->> 'httpStatus')::smallint,
        attempt = finished.attempt, started_at = finished.started_at, captured_at = clock_timestamp(),
        processing_time_ms = least(${maxProcessingTimeMs}, greatest(0, round(extract(epoch from clock_timestamp() - finished.started_at) * 1000)))
      from finished where s.id = finished.screenshot_id
      returning s.id, s.account_id, s.execution_id, s.item_id, s.source, s.captured_at, s.bytes
    ), seen as (
      insert into ${pageRecords} (screenshot_id, account_id, page) select id, account_id, ${page} from settled where ${page} is not null
    ), executions as (
      update ${scheduleExecutions} e set
        successful_items = e.successful_items + ended.successful,
        failed_items = e.failed_items + ended.captures - ended.successful,
        status = case
          when ${unfinished} then e.status
          when e.successful_items + ended.successful > 0 then 'COMPLETED'
          else 'FAILED' end,
        completed_at = case when ${unfinished} then null else clock_timestamp() end
      from (
        select execution_id, count(*)::int as captures, (count(*) filter (where ${status} = 'SUCCESS'))::int as successful
        from settled where execution_id is not null group by execution_id
      ) ended where e.id = ended.execution_id
      returning e.id, e.schedule_id, e.trigger, e.status
    ), recorded as (
      ${appendSettled(status)}
    ), reset as (
      ${resetFailedRuns(sql`array(select schedule_id from executions where status = 'COMPLETED' and trigger = 'SCHEDULE')`)}
    ), used as (${markUsed(sql`${value('used')}::text[]`)})
    select (select count(*) from stored)::int as held, settled.id, settled.account_id, settled.execution_id,
      ${hasPendingCheck(sql`settled.id`)} as has_pending_check,
      executions.schedule_id, executions.trigger, executions.status as execution_status
    from (select) always left join settled on true left join executions on executions.id = settled.execution_id`;
}

const hasPendingCheck = (screenshotId: SQL): SQL => sql`exists (
  select from ${contentChecks} checks where checks.screenshot_id = ${screenshotId} and checks.status = 'PENDING')`;

/**
 * Runs after all locks that the statement may have to wait for, and skips objects that another transaction has locked. If
 * a check is waiting for the capture, more locks follow, so the settlement of the check marks the objects instead.
 */
const markUsed = (hashes: SQL): SQL => sql`
  update ${objects} set suspect_since = null
  where (select count(*) from executions) >= 0 and (select count(*) from reset) >= 0 and sha256 in (
    select sha256 from ${objects} where ${isElement(sql`sha256`, hashes)} and suspect_since is not null and sweeping_since is null
      and exists (select from settled where not ${hasPendingCheck(sql`settled.id`)})
    for no key update skip locked)`;

function settledOf(rows: Row[]): SettledScreenshot[] {
  return rows
    .filter(({ id }) => id !== null)
    .map((row) => {
      const executionId = row.execution_id === null ? null : Number(row.execution_id);
      const accountId = Number(row.account_id);
      const isFailedRun = row.trigger === 'SCHEDULE' && row.execution_status === 'FAILED';
      return {
        screenshotId: Number(row.id),
        accountId,
        executionId,
        hasPendingCheck: row.has_pending_check,
        failedRun:
          executionId !== null && isFailedRun
            ? { accountId, executionId, scheduleId: Number(row.schedule_id) }
            : null,
      };
    });
}
