import {
  captureCombinationErrors,
  captureSettings,
  changedOptions,
  explicitSettings,
  type ScheduleItem,
  settingsOf,
  storedTags,
  type UpdateItemBody,
} from '@shotclock/contracts';
import { changeItemBytes, touchSchedule, updateItem as updateRow } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertItemBytes } from './item-limits.ts';
import { type ExpandItem, itemResource } from './item-resource.ts';
import { lockItem } from './lock-item.ts';

/**
 * Changes the fields that the request contains; null restores the default. The result must satisfy the combination rules
 * in section 4.1 of the specification. Existing captures keep their settings. A request without fields changes and
 * records nothing.
 * @throws CoreError not_found, precondition_failed, validation_failed, conflict (too large for the account)
 */
export async function updateItem(
  ctx: CoreContext,
  input: { scheduleId: number; itemId: number; changes: UpdateItemBody } & ExpandItem,
): Promise<ScheduleItem> {
  const { scheduleId, itemId, expand } = input;
  const { tags, ...changes } = input.changes;
  const key = { accountId: ctx.accountId, scheduleId, itemId };
  const isEmpty = Object.keys(input.changes).length === 0;
  return inTransaction(ctx, isEmpty ? [] : changed('ITEM', itemId), async (tx) => {
    const row = await lockItem(ctx, tx, input);
    if (isEmpty) return itemResource(row, expand);
    const settings = captureSettings({
      ...settingsOf(row),
      ...changes,
      options: changedOptions(row.options, changes.options),
    });
    refuse(captureCombinationErrors(settings, '', 'scheduled', changes));
    await touchSchedule(tx, key);
    const updated = await updateRow(tx, key, {
      settings,
      explicit: explicitSettings(changes, row.explicit),
      comparison: row.comparison,
      tags: tags === undefined ? row.tags : storedTags(tags),
    });
    const change = updated.bytes - row.bytes;
    if (change !== 0) {
      const defaultLimit = ctx.limits.maxItemBytesPerAccount;
      const size = await changeItemBytes(tx, ctx, { change, defaultLimit });
      if (change > 0) assertItemBytes(size);
    }
    return itemResource(updated, expand);
  });
}
