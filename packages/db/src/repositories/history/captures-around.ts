import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { isElement } from '../has-one-of.ts';
import { instantText } from '../instant-text.ts';
import { arrayText, preparedStatement } from '../prepared-statement.ts';

export type CaptureOfItem = {
  id: number;
  status: 'SUCCESS' | 'FAILED';
  /** In the format of `toISOString()`. */
  completedAt: string;
  scheduleExecutionId: number | null;
  /** The capture's check; null if there is none. */
  contentCheckId: number | null;
  changed: boolean | null;
  ratio: number | null;
};

/** A position among an item's captures, which are sorted by completion time and, for equal times, by ID. */
export type HistoryPlace = {
  at: Date;
  /** The capture at the position, which finished at `at`; 0 for the position before all captures that finished at that time. */
  screenshotId: number;
};

type ItemKey = { accountId: number; itemId: number };
type Around = ItemKey & {
  place: HistoryPlace;
  /** Maximum number of captures before the position, and maximum number of captures at or after it. */
  before: number;
  after: number;
  /** Selects only captures whose check found a change, using only the time of the position. */
  changedOnly: boolean;
};

/** An item's finished captures around a position, in order. Reads only these captures, however many the item has. */
export async function listCapturesAround(
  db: Queryable,
  { accountId, itemId, place, before, after, changedOnly }: Around,
): Promise<{ earlier: CaptureOfItem[]; later: CaptureOfItem[] }> {
  const values = { accountId, itemId, at: place.at.toISOString(), before, after };
  const rows = changedOnly
    ? await readChanged(db, values)
    : await readAll(db, { ...values, id: place.screenshotId });
  return {
    earlier: rows.filter((row) => row.is_earlier).map(captureOf),
    later: rows.filter((row) => !row.is_earlier).map(captureOf),
  };
}

/** The captures of an item with these IDs; captures of other items are omitted. `capture` is null until the capture has finished. */
export async function findCapturesOfItem(
  db: Queryable,
  { accountId, itemId, screenshotIds }: ItemKey & { screenshotIds: readonly number[] },
): Promise<{ id: number; capture: CaptureOfItem | null }[]> {
  const rows = await readNamed(db, { accountId, itemId, ids: arrayText(screenshotIds) });
  return rows.map(({ captured_at, ...row }) => ({
    id: Number(row.id),
    capture: captured_at === null ? null : captureOf({ ...row, captured_at }),
  }));
}

const captureOf = (row: Omit<Row, 'is_earlier'>): CaptureOfItem => ({
  id: Number(row.id),
  status: row.status,
  completedAt: instantText(row.captured_at),
  scheduleExecutionId: idOf(row.execution_id),
  contentCheckId: idOf(row.check_id),
  changed: row.changed,
  ratio: row.ratio,
});

const idOf = (id: string | null): number | null => (id === null ? null : Number(id));

type Row = {
  is_earlier: boolean;
  id: string;
  status: 'SUCCESS' | 'FAILED';
  captured_at: string;
  execution_id: string | null;
  check_id: string | null;
  changed: boolean | null;
  ratio: number | null;
};
type Key = { accountId: number; itemId: number };
type Values = Key & { at: string; before: number; after: number };

type Part = { isEarlier: SQL; condition: SQL; bound: SQL; order: SQL };
const earlier: Part = { isEarlier: sql`true`, condition: sql`<`, bound: sql`<=`, order: sql`desc` };
const later: Part = { isEarlier: sql`false`, condition: sql`>=`, bound: sql`>=`, order: sql`asc` };

const columns = sql`s.id, s.status, s.captured_at, s.execution_id, c.id as check_id, c.changed, c.ratio`;

// The item's index does not contain IDs, so the index condition uses the time.
const readAll = preparedStatement<Values & { id: number }, Row>('captures_around', (value) => {
  const part = ({ isEarlier, condition, bound, order }: Part, limit: SQL) => sql`
    select ${isEarlier} as is_earlier, s.id, s.status, s.captured_at, s.execution_id from ${screenshots} s
    where s.item_id = ${value('itemId')}::bigint and s.account_id = ${value('accountId')}::bigint
      and s.captured_at ${bound} ${value('at')}::timestamptz
      and (s.captured_at, s.id) ${condition} (${value('at')}::timestamptz, ${value('id')}::bigint)
    order by s.captured_at ${order}, s.id ${order} limit ${limit}::int`;
  return sql`
  select is_earlier, ${columns} from (
    (${part(earlier, value('before'))}) union all (${part(later, value('after'))})
  ) s left join ${contentChecks} c on c.screenshot_id = s.id
  order by is_earlier desc, s.captured_at, s.id`;
});

const readChanged = preparedStatement<Values, Row>('changes_around', (value) => {
  const part = ({ isEarlier, condition, order }: Part, limit: SQL) => sql`
    select ${isEarlier} as is_earlier, c.id, c.changed, c.ratio, c.screenshot_id from ${contentChecks} c
    where c.item_id = ${value('itemId')}::bigint and c.account_id = ${value('accountId')}::bigint and c.changed and c.screenshot_id is not null
      and c.completed_at ${condition} ${value('at')}::timestamptz
    order by c.completed_at ${order}, c.id ${order} limit ${limit}::int`;
  return sql`
  select is_earlier, ${columns} from (
    (${part(earlier, value('before'))}) union all (${part(later, value('after'))})
  ) c join ${screenshots} s on s.id = c.screenshot_id
  order by is_earlier desc, s.captured_at, s.id`;
});

type NamedRow = Omit<Row, 'is_earlier' | 'captured_at'> & { captured_at: string | null };

const readNamed = preparedStatement<Key & { ids: string }, NamedRow>(
  'captures_of_item',
  (value) => sql`
  select ${columns} from ${screenshots} s left join ${contentChecks} c on c.screenshot_id = s.id
  where ${isElement(sql`s.id`, sql`${value('ids')}::bigint[]`)} and s.item_id = ${value('itemId')}::bigint and s.account_id = ${value('accountId')}::bigint`,
);
