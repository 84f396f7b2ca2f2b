import type { VerdictKind } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { pageRecords } from '../../schema/page-records.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { isElement } from '../has-one-of.ts';
import { arrayText } from '../prepared-statement.ts';
import { type ChangeExtent, changeExtent } from './change-extent.ts';

/** A capture of a run that failed, that succeeded after a failure, or whose page or kind of page changed. */
export type CaptureOutcome = {
  executionId: number;
  itemId: number;
  /** The current tags of the item. */
  tags: string[];
  screenshotId: number;
  url: string;
  failed: boolean;
  failureCode: string | null;
  description: string | null;
  /** Number of consecutive failed captures of the item before this one, up to `maxStreak`. Canceled captures do not count. */
  failuresBefore: number;
  /** The check that found a change; null if there is none. */
  change: ({ checkId: number } & ChangeExtent) | null;
  /** The kind of page, if it is not the one of the previous capture; null otherwise. A kind that is only likely counts as content. */
  state: { kind: VerdictKind; previous: VerdictKind | null } | null;
};

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
 * The outcomes of executions that can cause events. Canceled captures do not count.
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
