// Updates of many items in a schedule.
import {
  type CaptureOptionsBody,
  type CaptureSettingName,
  type CaptureSettings,
  captureSettingNames,
  captureSettingTable,
  type ItemSelection,
} from '@shotclock/contracts';
import { and, asc, gt, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Queryable } from '../../client.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { containsText } from '../contains-text.ts';
import { hasOneOfIds } from '../has-one-of.ts';
import { arrayText } from '../prepared-statement.ts';
import { bytesOfItem } from './item-sizes.ts';
import { type ItemRow, ofSchedule } from './items.ts';

type ScheduleKey = { accountId: number; scheduleId: number };

/** Items that differ only in their URLs, in position order. */
export type ItemGroup = Omit<CaptureSettings, 'url'> &
  Pick<ItemRow, 'explicit' | 'comparison' | 'tags'> & {
    ids: number[];
    /** The total size of the items in bytes. */
    bytes: number;
    lastPosition: number;
  };

const commonNames = [
  ...captureSettingNames.filter((name) => name !== 'url'),
  ...(['explicit', 'comparison', 'tags'] as const),
];

/** The next `limit` selected items in a schedule after a position, as groups in the order of their first items. */
export async function listSelectedItems(
  tx: Queryable,
  key: ScheduleKey,
  { selection, after, limit }: { selection: ItemSelection; after: number; limit: number },
): Promise<ItemGroup[]> {
  const items = tx
    .select()
    .from(scheduleItems)
    .where(and(ofSchedule(key), isSelected(selection), gt(scheduleItems.position, after)))
    .orderBy(asc(scheduleItems.position))
    .limit(limit)
    .as('items');
  const groups = await tx
    .select({
      ...Object.fromEntries(commonNames.map((name) => [name, items[name]])),
      ids: sql<number[]>`json_agg(${items.id} order by ${items.position})`,
      bytes: sql<number>`sum(${items.bytes})::float8`,
      lastPosition: sql<number>`max(${items.position})`,
    })
    .from(items)
    .groupBy(...commonNames.map((name) => items[name]))
    .orderBy(sql`min(${items.position})`);
  return groups as unknown as ItemGroup[];
}

function isSelected({ ids, urlContains }: ItemSelection): SQL | undefined {
  if (ids !== undefined) return hasOneOfIds(scheduleItems.id, ids.filter(Number.isSafeInteger));
  return urlContains === undefined ? undefined : containsText(scheduleItems.url, urlContains);
}

/** Changes that all items share: the values to store, and the options in the request. */
export type CommonChanges = {
  values: Partial<Omit<CaptureSettings, 'url' | 'options'>>;
  /** The settings that the request contains, and the ones among them that it sets to their default. */
  explicit: { sent: string[]; defaults: string[] };
  tags?: string[];
  options?: CaptureOptionsBody | null;
};

/** A group of items, with its settings and tags after a change. The URL in the settings is ignored. */
export type ChangedGroup = {
  group: Pick<ItemGroup, 'ids' | 'bytes' | 'comparison'>;
  settings: CaptureSettings;
  tags: string[];
};

/**
 * Changes items for future runs, like `updateItem`. The schedule must be locked.
 * @returns the change in their total size in bytes
 */
export async function updateItems(
  tx: Queryable,
  { accountId, scheduleId }: ScheduleKey,
  { values, explicit, options, tags }: CommonChanges,
  changed: ChangedGroup[],
): Promise<number> {
  const emptyUrl = JSON.stringify('').length;
  const sizes = changed.map(
    ({ group: { comparison }, settings, tags }) =>
      bytesOfItem({ ...settings, url: '' }, { comparison, tags }) - emptyUrl,
  );
  const changes = Object.entries(values).map(([name, value]) => {
    const type = sql.raw(captureSettingTable[name as CaptureSettingName].column);
    return sql`${sql.identifier(toSnakeCase(name))} = ${value}::${type}`;
  });
  if (explicit.sent.length > 0) changes.push(sql`explicit = nullif(${explicitAfter(explicit)}, '{}')`);
  if (tags !== undefined)
    changes.push(sql`tags = array(select jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb))`);
  if (options !== undefined) changes.push(sql`options = ${mergedOptions(options)}`);
  const sent = changed.flatMap(({ group }, index) => group.ids.map((id) => ({ id, size: sizes[index]! })));
  const [row] = await tx.execute<{ bytes: number }>(sql`
    with changed as (
      update ${scheduleItems} i
      set ${sql.join([...changes, sql`bytes = sent.size + octet_length(to_json(i.url)::text)`, sql`updated_at = now()`], sql`, `)}
      from unnest(
        ${arrayText(sent.map(({ id }) => id))}::bigint[], ${arrayText(sent.map(({ size }) => size))}::integer[]
      ) as sent (id, size)
      where i.id = sent.id and i.schedule_id = ${scheduleId} and i.account_id = ${accountId}
      returning i.bytes
    ) select coalesce(sum(bytes), 0)::float8 as bytes from changed`);
  return row!.bytes - changed.reduce((sum, { group }) => sum + group.bytes, 0);
}

/** Most items have no explicit settings, and the subquery is expensive. */
function explicitAfter({ sent, defaults }: CommonChanges['explicit']): SQL {
  const kept = sql`array(select unnest(i.explicit) except select unnest(${arrayText(sent)}::text[]))`;
  return sql`case when i.explicit is null then '{}' else ${kept} end || ${arrayText(defaults)}::text[]`;
}

/**
 * The equivalent of `changedOptions` in SQL, because the statement would otherwise need a copy of the new options for
 * each item.
 */
function mergedOptions(options: CaptureOptionsBody | null): SQL {
  if (options === null) return sql`null`;
  const set = Object.entries(options).filter(([, value]) => value !== null);
  const removed = Object.keys(options).filter((name) => options[name as keyof CaptureOptionsBody] === null);
  const kept = sql`coalesce(i.options, '{}') || ${JSON.stringify(Object.fromEntries(set))}::text::jsonb`;
  return sql`nullif((${kept}) - ${arrayText(removed)}::text[], '{}')`;
}
