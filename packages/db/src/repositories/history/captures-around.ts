import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { contentChecks } from '../../schema/content-checks.ts';
import { screenshots } from '../../schema/screenshots.ts';
import { instantText } from '../instant-text.ts';
import { preparedStatement } from '../prepared-statement.ts';

export type CaptureOfItem = {
  id: number;
  status: 'SUCCESS' | 'FAILED';
  /** As `toISOString()`. */
  completedAt: string;
  scheduleExecutionId: number | null;
  /** The check of the capture; null without one. */
  contentCheckId: number | null;
  changed: boolean | null;
  ratio: number | null;
};

type Around = {
  accountId: number;
  itemId: number;
  at: Date;
  /** Maximum number of captures before `at`, and of captures at `at` or later. */
  before: number;
  after: number;
  /** Only captures whose check found a change. */
  changedOnly: boolean;
};

/** The finished captures of an item around a time, in the order of their ends. Reads only these captures, however many the item has. */
export async function listCapturesAround(
  db: Queryable,
  { accountId, itemId, at, before, after, changedOnly }: Around,
): Promise<{ earlier: CaptureOfItem[]; later: CaptureOfItem[] }> {
  const read = changedOnly ? readChanged : readAll;
  const rows = await read(db, { accountId, itemId, at: at.toISOString(), before, after });
  return {
    earlier: rows.filter((row) => row.is_earlier).map(captureOf),
    later: rows.filter((row) => !row.is_earlier).map(captureOf),
  };
}

const captureOf = (row: Row): CaptureOfItem => ({
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
type Values = { accountId: number; itemId: number; at: string; before: number; after: number };

type Part = { isEarlier: SQL; condition: SQL; order: SQL };
const earlier: Part = { isEarlier: sql`true`, condition: sql`<`, order: sql`desc` };
const later: Part = { isEarlier: sql`false`, condition: sql`>=`, order: sql`asc` };

const columns = sql`is_earlier, s.id, s.status, s.captured_at, s.execution_id, c.id as check_id, c.changed, c.ratio`;

const readAll = preparedStatement<Values, Row>('captures_around', (value) => {
  const part = ({ isEarlier, condition, order }: Part, limit: SQL) => sql`
    select ${isEarlier} as is_earlier, s.id, s.status, s.captured_at, s.execution_id from ${screenshots} s
    where s.item_id = ${value('itemId')}::bigint and s.account_id = ${value('accountId')}::bigint and s.captured_at ${condition} ${value('at')}::timestamptz
    order by s.captured_at ${order}, s.id ${order} limit ${limit}::int`;
  return sql`
  select ${columns} from (
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
  select ${columns} from (
    (${part(earlier, value('before'))}) union all (${part(later, value('after'))})
  ) c join ${screenshots} s on s.id = c.screenshot_id
  order by is_earlier desc, s.captured_at, s.id`;
});
