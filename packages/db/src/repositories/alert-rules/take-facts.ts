import { type NoticeKind, noticeKinds } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { alertRules } from '../../schema/alert-rules.ts';
import { deliveries } from '../../schema/deliveries.ts';
import { facts, matchedFacts } from '../../schema/facts.ts';
import { kindText } from '../facts/append-facts.ts';
import { factsAfterPosition, movePosition } from '../facts/facts-after-position.ts';
import { isoTime } from '../iso-time.ts';

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
  /** Milliseconds until the next digest is due: 0 or less if it is overdue, null if no rule has digests. */
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
 * accounts that have enabled rules. Facts only identify runs and manual checks; their records contain the rest. Takes
 * nothing while another process matches. The caller must insert the deliveries in the same transaction.
 * @param limit number of facts after which no more transactions are taken
 * @returns the number of facts, including irrelevant ones, and whether more facts follow
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
