// Updates of many items of a schedule.
import {
  type CaptureOptionsBody,
  type CaptureSettingName,
  type CaptureSettings,
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

/** The next `limit` selected items of a schedule after a position, in position order. */
export async function listSelectedItems(
  tx: Queryable,
  key: ScheduleKey,
  { selection, after, limit }: { selection: ItemSelection; after: number; limit: number },
): Promise<ItemRow[]> {
  return tx
    .select()
    .from(scheduleItems)
    .where(and(ofSchedule(key), isSelected(selection), gt(scheduleItems.position, after)))
    .orderBy(asc(scheduleItems.position))
    .limit(limit);
}

function isSelected({ ids, urlContains }: ItemSelection): SQL | undefined {
  if (ids !== undefined) return hasOneOfIds(scheduleItems.id, ids.filter(Number.isSafeInteger));
  return urlContains === undefined ? undefined : containsText(scheduleItems.url, urlContains);
}

/** Changes that all items share: the values to store, and the options in the request. */
export type CommonChanges = {
  values: Partial<Omit<CaptureSettings, 'url' | 'options'>>;
  /** The settings that the request contains, and those of them that it sets to their default. */
  explicit: { sent: string[]; defaults: string[] };
  tags?: string[];
  options?: CaptureOptionsBody | null;
};

/**
 * Changes items for future runs, like `updateItem`. The schedule must be locked.
 * @param changed the items with their settings and tags after the change
 * @returns the change in their total size in bytes
 */
export async function updateItems(
  tx: Queryable,
  { accountId, scheduleId }: ScheduleKey,
  { values, explicit, options, tags }: CommonChanges,
  changed: { row: Pick<ItemRow, 'id' | 'bytes' | 'comparison'>; settings: CaptureSettings; tags: string[] }[],
): Promise<number> {
  const sizes = changed.map(({ row, settings, tags }) =>
    bytesOfItem(settings, { comparison: row.comparison, tags }),
  );
  const columns = Object.entries(values).map(([name, value]) => {
    const type = sql.raw(captureSettingTable[name as CaptureSettingName].column);
    return sql`${sql.identifier(toSnakeCase(name))} = ${value}::${type}`;
  });
  if (explicit.sent.length > 0)
    columns.push(sql`explicit = nullif(array(
      select unnest(i.explicit) except select unnest(${arrayText(explicit.sent)}::text[])
    ) || ${arrayText(explicit.defaults)}::text[], '{}')`);
  if (tags !== undefined)
    columns.push(sql`tags = array(select jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb))`);
  if (options !== undefined) columns.push(sql`options = ${mergedOptions(options)}`);
  await tx.execute(sql`
    update ${scheduleItems} i set ${sql.join([...columns, sql`bytes = sent.bytes`, sql`updated_at = now()`], sql`, `)}
    from unnest(${arrayText(changed.map(({ row }) => row.id))}::bigint[], ${arrayText(sizes)}::integer[]) as sent (id, bytes)
    where i.id = sent.id and i.schedule_id = ${scheduleId} and i.account_id = ${accountId}`);
  return changed.reduce((sum, { row }, index) => sum + sizes[index]! - row.bytes, 0);
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
