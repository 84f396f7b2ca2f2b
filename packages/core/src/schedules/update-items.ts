import {
  captureCombinationErrors,
  captureSettings,
  changedOptions,
  explicitSettings,
  type FieldError,
  type ItemChanges,
  type ItemSelection,
  sentDefaults,
  storedTags,
  type UpdatedItems,
  type UpdateItemsBody,
} from '@shotclock/contracts';
import {
  type CommonChanges,
  changeItemBytes,
  countItems,
  type ItemGroup,
  listSelectedItems,
  lockSchedule,
  type NewItem,
  type Queryable,
  touchSchedule,
  updateItems as updateRows,
} from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound, refuse } from '../errors.ts';
import { collectItemFaults } from '../items/item-faults.ts';
import { assertItemBytes } from '../items/item-limits.ts';
import { extendForItems } from '../transaction/extend-for-items.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertScheduleCurrent } from './assert-schedule-current.ts';

/** Number of items that each statement reads or changes. Large options of different items must fit into memory. */
const batchSize = 5_000;

/**
 * Changes the selected items in a schedule like `updateItem`, either all of them or none. Without changes or without
 * selected items, nothing is changed or recorded. If the client specified a version, it is the version of the schedule.
 * @throws CoreError not_found, precondition_failed, validation_failed (unknown IDs, or contradictions with settings of the items),
 * conflict (too large for the account)
 */
export async function updateItems(
  ctx: CoreContext,
  { scheduleId, selection, changes }: UpdateItemsBody & { scheduleId: number },
): Promise<UpdatedItems> {
  const key = { accountId: ctx.accountId, scheduleId };
  const audited = ({ updatedItems }: UpdatedItems) =>
    updatedItems === 0 ? [] : changed('SCHEDULE', scheduleId);
  return inTransaction(ctx, audited, async (tx) => {
    const schedule = await lockSchedule(tx, key);
    if (!schedule) throw notFound('schedule', scheduleId);
    if (selection.ids === undefined) await extendForItems(tx, await countItems(tx, key));
    await assertScheduleCurrent(ctx, tx, schedule);
    const { found, bytes, errors } = await changeItems(tx, key, { selection, changes });
    refuse([...unknownIds(selection, found), ...errors]);
    if (found.size === 0 || Object.keys(changes).length === 0) return { updatedItems: 0 };
    await touchSchedule(tx, key);
    if (bytes !== 0) {
      const defaultLimit = ctx.limits.maxItemBytesPerAccount;
      const size = await changeItemBytes(tx, ctx, { change: bytes, defaultLimit });
      if (bytes > 0) assertItemBytes(size);
    }
    return { updatedItems: found.size };
  });
}

/**
 * Changes the items in batches. After the first error, the remaining items are only checked: the caller rolls back the
 * transaction.
 */
async function changeItems(
  tx: Queryable,
  key: { accountId: number; scheduleId: number },
  { selection, changes }: UpdateItemsBody,
): Promise<{ found: Set<number>; bytes: number; errors: FieldError[] }> {
  const faults = collectItemFaults();
  const found = new Set<number>();
  const { tags: _, ...settingChanges } = changes;
  let bytes = 0;
  for (let after = -1; ; ) {
    const groups = await listSelectedItems(tx, key, { selection, after, limit: batchSize });
    const items = groups.map((group) => ({ group, ...changedItem(group, changes) }));
    for (const { group, settings } of items) {
      for (const id of group.ids) found.add(id);
      faults.add(group.ids, captureCombinationErrors(settings, '/changes', 'scheduled', settingChanges));
    }
    if (items.length > 0 && Object.keys(changes).length > 0 && faults.isEmpty())
      bytes += await updateRows(tx, key, commonChanges(items[0]!, changes), items);
    const count = groups.reduce((sum, { ids }) => sum + ids.length, 0);
    if (count < batchSize) return { found, bytes, errors: faults.errors() };
    after = Math.max(...groups.map(({ lastPosition }) => lastPosition));
  }
}

function changedItem(group: ItemGroup, { tags, ...changes }: ItemChanges): NewItem {
  const options = changedOptions(group.options, changes.options);
  return {
    settings: captureSettings({ ...group, url: '', ...changes, options }),
    explicit: explicitSettings(changes, group.explicit),
    tags: tags === undefined ? group.tags : storedTags(tags),
  };
}

/** Changed settings and tags have the same new values in all items. */
function commonChanges(item: NewItem, { options, tags, ...others }: ItemChanges): CommonChanges {
  const names = Object.keys(others) as (keyof typeof others)[];
  return {
    values: Object.fromEntries(names.map((name) => [name, item.settings[name]])),
    explicit: { sent: names, defaults: sentDefaults(others) },
    ...(options !== undefined && { options }),
    ...(tags !== undefined && { tags: item.tags }),
  };
}

const unknownIds = ({ ids = [] }: ItemSelection, found: ReadonlySet<number>): FieldError[] =>
  ids.flatMap((id, index) =>
    found.has(id)
      ? []
      : [
          {
            path: `/selection/ids/${index}`,
            code: 'unknown',
            message: 'must be the ID of an item in the schedule',
          },
        ],
  );
