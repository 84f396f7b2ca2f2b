// Reads what alert rules are matched against: the facts after the matcher's position, in the commit-safe order of ADR 80,
// and the records that they refer to. Facts only say which runs and manual checks to look at; the records contain the
// rest.
import {
  type AlertDestination,
  type AlertRun,
  type AlertSchedule,
  type NoticeKind,
  noticeKinds,
  type VerdictKind,
} from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { alertRuleDestinations, alertRules } from '../../schema/alert-rules.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { deliveries } from '../../schema/deliveries.ts';
import { destinations } from '../../schema/destinations.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { facts, matchedFacts } from '../../schema/facts.ts';
import { pageRecords } from '../../schema/page-records.ts';
import { scheduleItems, schedules } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { kindText } from '../facts/append-facts.ts';
import { factsAfterPosition, movePosition } from '../facts/facts-after-position.ts';
import { hasOneOfIds, isElement } from '../has-one-of.ts';
import { isoTime } from '../iso-time.ts';
import { arrayText } from '../prepared-statement.ts';
import type { AlertRuleRow } from './alert-rules.ts';

/** A run with a settled capture, or a manual capture that succeeded. */
export type MatchedFact = { accountId: number } & (
  | { executionId: number; screenshotId: null }
  | { executionId: null; screenshotId: number }
);
/** A fact about a schedule or a destination. */
export type NoticeFact = {
  accountId: number;
  factId: number;
  kind: NoticeKind;
  subjectId: number;
  at: string;
};

type Taken = {
  taken: number;
  waiting: boolean;
  matched: MatchedFact[];
  notices: NoticeFact[];
  /** Milliseconds until a digest is due, 0 or less if one is, null if no rule has one. */
  digestMs: number | null;
  /** Whether deliveries are pending. */
  pending: boolean;
};

const relevantKinds = sql.join(
  [kindText('screenshot.succeeded'), kindText('screenshot.failed'), kindText('execution.created')],
  sql`, `,
);
const relevantNotices = sql.join(noticeKinds.map(kindText), sql`, `);
const hasRules = sql`account_id in (select account_id from ${alertRules} where enabled)`;

/**
 * Takes the facts after the matcher's position: locks and moves the position, and returns what the facts refer to, for
 * accounts that have enabled rules. Takes nothing while another process matches. The caller must insert the deliveries in
 * the same transaction.
 * @param limit number of facts after which no more transactions are taken
 * @returns the number of facts, which includes those that are of no interest, and whether others follow
 */
export async function takeFacts(tx: Queryable, limit: number): Promise<Taken> {
  const [row] = await tx.execute<Taken>(
    sql`
    with position as materialized (
      -- After a restore on a server with lower transaction IDs, the facts that remain have been counted anew (fold-counts.ts).
      select case when before > pg_snapshot_xmax(pg_current_snapshot()) then '0'::xid8 else before end as before
      from ${matchedFacts} for update skip locked
    ), ${factsAfterPosition({ columns: sql`f.id, f.account_id, f.kind, f.subject_id, f.execution_id, f.at`, limit })}, moved as (
      ${movePosition(matchedFacts)}
    ), matched as (
      select distinct account_id as "accountId", execution_id as "executionId",
        case when execution_id is null then subject_id end as "screenshotId"
      from taken where kind in (${relevantKinds}) and (execution_id is not null or subject_id is not null) and ${hasRules}
    ), notices as (
      select account_id as "accountId", id as "factId", kind, subject_id as "subjectId", ${isoTime('at')} as at
      from taken where kind in (${relevantNotices}) and ${hasRules} order by id
    )
    select (select count(*) from taken)::integer as taken,
      exists (select from bounds where exists (select from ${facts} where transaction >= bounds.until)) as waiting,
      coalesce((select jsonb_agg(matched) from matched), '[]'::jsonb) as matched,
      coalesce((select jsonb_agg(notices) from notices), '[]'::jsonb) as notices,
      (select ceil(extract(epoch from min(next_digest_at) - now()) * 1000)::double precision from ${alertRules}
       where next_digest_at is not null) as "digestMs",
      -- The order makes every plan use the senders' index.
      (select destination_id from ${deliveries} where status = 'PENDING' order by destination_id limit 1) is not null as pending`.inlineParams(),
  );
  return row!;
}

/** The enabled rules of accounts that have destinations. */
export async function listEnabledRules(tx: Queryable, accountIds: number[]): Promise<AlertRuleRow[]> {
  const rows = await tx
    .select({
      rule: alertRules,
      destinationIds: sql<
        number[]
      >`(select coalesce(jsonb_agg(destination_id order by destination_id), '[]'::jsonb)
        from ${alertRuleDestinations} where alert_rule_id = ${alertRules.id})`,
    })
    .from(alertRules)
    .where(
      sql`${isElement(alertRules.accountId, sql`${arrayText(accountIds)}::bigint[]`)} and ${alertRules.enabled}`,
    )
    .orderBy(alertRules.id);
  return rows
    .map(({ rule, destinationIds }) => ({ ...rule, destinationIds }))
    .filter(({ destinationIds }) => destinationIds.length > 0);
}

/** `tags` are those of its schedule now. */
export type EndedRun = { accountId: number; tags: string[]; run: AlertRun };

/** Those of the executions that have ended. */
export async function listEndedRuns(tx: Queryable, executionIds: number[]): Promise<EndedRun[]> {
  const rows = await tx.execute<{ accountId: string; tags: string[]; run: AlertRun }>(sql`
    select e.account_id as "accountId", s.tags, jsonb_build_object('id', e.id, 'scheduleId', e.schedule_id, 'scheduleName', s.name,
      'status', e.status, 'totalItems', e.total_items, 'successfulItems', e.successful_items, 'failedItems', e.failed_items,
      'missedRuns', e.missed_runs, 'reason', e.outcome_reason, 'startedAt', ${isoTime('e.started_at')}, 'completedAt', ${isoTime('e.completed_at')}) as run
    from ${scheduleExecutions} e join ${schedules} s on s.id = e.schedule_id
    where ${isElement(sql`e.id`, sql`${arrayText(executionIds)}::bigint[]`)} and e.status <> 'PROCESSING' and e.completed_at is not null
    order by e.id`);
  return rows.map(({ accountId, ...row }) => ({ accountId: Number(accountId), ...row }));
}

/** A capture of a run that failed, that succeeded after a failure, or whose page or kind of page changed. */
export type CaptureOutcome = {
  executionId: number;
  itemId: number;
  /** The tags of the item now. */
  tags: string[];
  screenshotId: number;
  url: string;
  failed: boolean;
  failureCode: string | null;
  description: string | null;
  /** How many captures of the item failed in a row before this one, at most `maxStreak`. Canceled captures do not count. */
  failuresBefore: number;
  /** The check that found a change; null if there is none. */
  change: ({ checkId: number } & ChangeExtent) | null;
  /** The kind of page, if it is not the one of the previous capture; null otherwise. A kind that is only likely counts as content. */
  state: { kind: VerdictKind; previous: VerdictKind | null } | null;
};

/** How much changed: a fraction, or, for a check with conditions, which of them hold. */
type ChangeExtent = { ratio: number; held: null } | { ratio: null; held: string };

const changeExtent = sql`'ratio', case when conditions is null then ratio end, 'held', case when conditions is not null then description end`;

/** The kind of page that a capture certainly shows; null if it is unknown. */
const stateOf = (capture: string): SQL => {
  const at = sql.raw(capture);
  return sql`case when ${at}.verdict is null or ${at}.verdict = 'content' or exists (
    select from ${pageRecords} r where r.screenshot_id = ${at}.id and r.page #>> '{verdict,certainty}' = 'certain'
  ) then ${at}.verdict else 'content' end`;
};

/** A first capture is only worth a message if it does not show content. */
const isOtherState = sql`state.kind <> coalesce(state.previous, 'content')`;

/** Longer series of failures do not matter to any rule. */
const maxStreak = sql.raw('20');

/**
 * The outcomes of executions that events can be about. Canceled captures are no outcomes.
 * @param options.withStates whether to compare the kinds of pages, which needs more reads
 */
export async function listOutcomes(
  tx: Queryable,
  executionIds: number[],
  { withStates }: { withStates: boolean },
): Promise<CaptureOutcome[]> {
  const earlier = (columns: SQL, limit: SQL, condition = sql`true`) => sql`
    select ${columns} from ${screenshots} p
    where p.item_id = s.item_id and p.captured_at is not null and (p.captured_at, p.id) < (s.captured_at, s.id)
      and p.failure_code is distinct from 'cancelled' and ${condition}
    order by p.captured_at desc, p.id desc limit ${limit}`;
  const one = sql.raw('1');
  const states = withStates
    ? sql`select ${stateOf('s')} as kind, (${earlier(stateOf('p'), one, sql`p.verdict is not null`)}) as previous offset 0`
    : sql`select null as kind, null as previous`;
  const rows = await tx.execute<{ outcome: CaptureOutcome }>(sql`
    select jsonb_build_object('executionId', s.execution_id, 'itemId', s.item_id, 'screenshotId', s.id,
      'tags', (select i.tags from ${scheduleItems} i where i.id = s.item_id), 'url', s.url,
      'failed', s.status = 'FAILED', 'failureCode', s.failure_code, 'description', s.description, 'failuresBefore', before.failures,
      'change', c.change,
      'state', case when ${isOtherState} then jsonb_build_object('kind', state.kind, 'previous', state.previous) end) as outcome
    from ${screenshots} s
    left join lateral (
      select id, jsonb_build_object('checkId', id, ${changeExtent}) as change from ${contentChecks} where screenshot_id = s.id and changed offset 0
    ) c on true
    cross join lateral (
      select case when (${earlier(sql`p.status = 'FAILED'`, one)}) then (
        select coalesce(min(n) filter (where status = 'SUCCESS') - 1, count(*))
        from (${earlier(sql`p.status, row_number() over (order by p.captured_at desc, p.id desc) as n`, maxStreak)}) earlier
      ) else 0 end as failures offset 0
    ) before
    cross join lateral (${states}) state
    where ${isElement(sql`s.execution_id`, sql`${arrayText(executionIds)}::bigint[]`)} and s.captured_at is not null
      and s.item_id is not null and s.failure_code is distinct from 'cancelled'
      and (s.status = 'FAILED' or before.failures > 0 or c.id is not null or ${isOtherState})
    order by s.execution_id, s.id`);
  return rows.map(({ outcome }) => outcome);
}

/** A manual check that found a change. */
export type ManualChange = {
  accountId: number;
  checkId: number;
  screenshotId: number;
  url: string;
  completedAt: string;
} & ChangeExtent;

/** The changes that manual checks of these screenshots found. */
export async function listManualChanges(tx: Queryable, screenshotIds: number[]): Promise<ManualChange[]> {
  const rows = await tx.execute<{ change: ManualChange }>(sql`
    select jsonb_build_object('accountId', account_id, 'checkId', id, 'screenshotId', screenshot_id, 'url', url, ${changeExtent},
      'completedAt', ${isoTime('completed_at')}) as change
    from ${contentChecks}
    where ${isElement(sql`screenshot_id`, sql`${arrayText(screenshotIds)}::bigint[]`)} and changed and completed_at is not null and item_id is null
    order by id`);
  return rows.map(({ change }) => change);
}

type Notices = {
  schedules: Map<number, { schedule: Omit<AlertSchedule, 'at'>; tags: string[] }>;
  destinations: Map<number, Omit<AlertDestination, 'at'>>;
};

/** The schedules and destinations that notices are about, in their current state. Those that were deleted are omitted. */
export async function listNoticeSubjects(tx: Queryable, notices: NoticeFact[]): Promise<Notices> {
  const idsOf = (noun: string) =>
    notices.filter(({ kind }) => kind.startsWith(`${noun}.`)).map(({ subjectId }) => subjectId);
  const scheduleIds = idsOf('schedule');
  const destinationIds = idsOf('destination');
  const scheduleRows =
    scheduleIds.length === 0
      ? []
      : await tx
          .select({
            schedule: { id: schedules.id, name: schedules.name, pauseReason: schedules.pauseReason },
            tags: schedules.tags,
          })
          .from(schedules)
          .where(sql`${hasOneOfIds(schedules.id, scheduleIds)} and ${schedules.deletedAt} is null`);
  const destinationRows =
    destinationIds.length === 0
      ? []
      : await tx
          .select({
            id: destinations.id,
            name: destinations.name,
            disabledReason: destinations.disabledReason,
          })
          .from(destinations)
          .where(hasOneOfIds(destinations.id, destinationIds));
  return {
    schedules: new Map(scheduleRows.map((row) => [row.schedule.id, row])),
    destinations: new Map(destinationRows.map((row) => [row.id, row])),
  };
}
