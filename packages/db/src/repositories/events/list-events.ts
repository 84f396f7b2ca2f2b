// The events after a position, read from the facts. An event contains the state of its record at the time of reading, so
// all facts about a record in one read are combined into one event. The start of a capture has no fact, so running
// captures are read from `captures`. ADR 80.
import { type EventName, eventKinds } from '@shotclock/contracts';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { captures } from '../../schema/captures.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { facts } from '../../schema/facts.ts';
import { isHeld } from '../captures/waiting-index.ts';
import { kindText } from '../facts/append-facts.ts';
import { activityCounters, checkCounters, executionCounters, screenshotCounters } from '../facts/counters.ts';
import {
  maxTransactionMs,
  type Position,
  type TransactionState,
  type TransactionStateRow,
  transactionState,
  transactionStateOf,
} from '../facts/fact-position.ts';
import { isoTime } from '../iso-time.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { eventData } from './event-data.ts';

export type EventRow = {
  accountId: number;
  event: EventName;
  id: number;
  /** The time of the event, in the format of `toISOString()`. */
  at: string;
  /**
   * What caused the event: its facts, and the start of a running capture. Later reads may return the same causes again.
   */
  causes: string[];
  /** The other fields of the event. */
  fields: Record<string, unknown>;
};

/** The events of an account after a position. `after` is the end of the previous page; null for the first page. */
export type EventsRequest = { accountId: number; position: Position; after: PageEnd | null };
/** The last fact of a page. */
export type PageEnd = { accountId: number; xid: number; factId: number };

export type EventsPage = {
  state: TransactionState;
  events: EventRow[];
  /** The end of this page, for each account with more facts. */
  more: PageEnd[];
};

/**
 * Reads the events of accounts after their positions, in time order. Facts are read in pages, and running captures are read with
 * the first page.
 * @param limit maximum number of facts per account
 */
export async function listEvents(
  db: Queryable,
  requests: EventsRequest[],
  limit: number,
): Promise<EventsPage> {
  const rows = await readEvents(db, { requests: JSON.stringify(requests.map(asked)), limit });
  const [first] = rows;
  return {
    state: transactionStateOf(first!),
    events: rows.flatMap(({ found }) => (found === null ? [] : eventOf(found))),
    more: first!.more.map(pageEndOf),
  };
}

const before = (at: Date, ms: number) => new Date(at.getTime() - ms).toISOString();

const asked = ({ accountId, position: { xid, since }, after }: EventsRequest) => ({
  accountId,
  xid: String(after?.xid ?? xid),
  factId: after?.factId ?? 0,
  // A transaction that began before `since` may have appended its facts before that time.
  since: before(since, maxTransactionMs),
  isFirst: after === null,
});

type Found = Pick<EventRow, 'event' | 'id' | 'at' | 'causes' | 'fields'> & { account_id: number };
type End = { account_id: number; xid: string; fact_id: number };
type Row = TransactionStateRow & { more: End[]; found: Found | null };

const eventOf = ({ account_id: accountId, ...event }: Found): EventRow => ({ accountId, ...event });
const pageEndOf = ({ account_id: accountId, xid, fact_id: factId }: End): PageEnd => ({
  accountId,
  xid: Number(xid),
  factId,
});

/**
 * The counters whose facts have events. One index contains the facts of each counter in order; another index contains the facts
 * without a counter.
 */
const counters = sql.raw(
  [
    ...Object.values(activityCounters),
    screenshotCounters.MANUAL_SCREENSHOT,
    ...Object.values(checkCounters),
    ...Object.values(executionCounters),
  ].join(),
);
const kinds = sql.raw(eventKinds.map((kind) => `'${kind}'`).join());
const settledKinds = sql.join([kindText('screenshot.succeeded'), kindText('screenshot.failed')], sql`, `);

/**
 * An account's next facts with a counter, or without one. If there is an upper bound, the planner expects few rows
 * (`isUncounted`).
 */
const nextFacts = (ofCounter: SQL, limit: SQL): SQL => sql`
  select f.transaction, f.id, f.account_id, f.kind, f.at, f.subject_id, f.schedule_id, f.item_id, f.execution_id, f.screenshot_id
  from ${facts} f
  where f.account_id = asked.account_id and ${ofCounter}
    and f.transaction between asked.xid and '18446744073709551615' and (f.transaction, f.id) > (asked.xid, asked.fact_id)
    and f.subject_id is not null and f.at >= asked.since and f.kind in (${kinds})
  order by f.transaction, f.id limit ${limit}`;

const readEvents = preparedStatement<{ requests: string; limit: number }, Row>('list_events', (value) => {
  const limit = sql`${value('limit')}::int`;
  return sql`
  with state as materialized (${transactionState}),
  asked as materialized (
    select "accountId" as account_id, xid, "factId" as fact_id, since, "isFirst" as is_first
    from jsonb_to_recordset(${value('requests')}::jsonb) as requests (
      "accountId" bigint, xid xid8, "factId" bigint, since timestamptz, "isFirst" boolean)
  ),
  next as materialized (
    select of_account.* from asked cross join lateral (
      select * from (
        select counted.* from unnest(array[${counters}]::smallint[]) as counter (n)
        cross join lateral (${nextFacts(sql`f.counter = counter.n`, limit)}) counted
        union all (${nextFacts(sql`f.counter is null`, limit)})
      ) of_counters order by transaction, id limit ${limit}
    ) of_account
  ),
  caused as (
    select account_id, split_part(kind, '.', 1) as event, subject_id as id, at, id::text as cause, item_id, screenshot_id from next
    union all
    select next.account_id, about.event, about.id, next.at, next.id::text, null, null
    from next cross join lateral (
      select 'execution', execution_id where execution_id is not null
      union all select 'schedule', schedule_id where kind = 'execution.created'
      union all (select 'content-check', c.id from ${contentChecks} c where c.screenshot_id = subject_id and kind in (${settledKinds}) offset 0)
    ) about (event, id)
    union all
    select running.* from asked cross join lateral (
      select c.account_id, 'screenshot', c.screenshot_id, c.started_at, concat(c.screenshot_id, ' ', c.attempt), null::bigint, null::bigint
      from ${captures} c
      where ${isHeld} and c.account_id = asked.account_id and c.attempt_token is not null and c.started_at >= asked.since
    ) running where asked.is_first
  ),
  changed as materialized (
    select account_id, event, id, max(at) as at, jsonb_agg(cause) as causes, max(item_id) as item_id, max(screenshot_id) as screenshot_id
    from caused group by 1, 2, 3
  ),
  found as (${eventData}),
  ends as (
    select distinct on (next.account_id) next.account_id, next.transaction::text as xid, next.id as fact_id
    from next join (select account_id from next group by 1 having count(*) = ${limit}) full_page using (account_id)
    order by next.account_id, next.transaction desc, next.id desc
  )
  select state.*, coalesce((select jsonb_agg(ends) from ends), '[]'::jsonb) as more,
    case when found.id is not null then jsonb_build_object('account_id', found.account_id, 'event', found.event, 'id', found.id,
      'at', ${isoTime('found.at')}, 'causes', found.causes, 'fields', found.fields) end as found
  from state left join found on true order by found.at, found.event, found.id`;
});
