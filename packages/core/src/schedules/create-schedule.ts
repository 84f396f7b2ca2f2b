import {
  type CreateScheduleBody,
  defaultPolicy,
  type ExpandedSchedule,
  storedTags,
} from '@shotclock/contracts';
import { databaseNow, insertItems, insertSchedule, notifyWork, updateSchedule } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { assertItemBytes, assertScheduleItems } from '../items/item-limits.ts';
import { newItem } from '../items/new-item.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { assertScheduleLimit } from './assert-schedule-limit.ts';
import { type Expand, expandedSchedule } from './expanded-schedules.ts';
import { mergePolicy } from './merge-policy.ts';
import { planColumns } from './schedule-resource.ts';
import { initialState } from './schedule-state.ts';
import { resolveTiming } from './timing/timing-rules.ts';

/**
 * Creates a schedule with its items and notifies the schedulers.
 * The caller must have checked the request with `planRequestErrors`.
 * @throws CoreError conflict (too many items, items that are too large, or too many schedules)
 */
export async function createSchedule(
  ctx: CoreContext,
  { expand, ...body }: CreateScheduleBody & Expand,
): Promise<ExpandedSchedule> {
  const items = body.items ?? [];
  const policy = mergePolicy(defaultPolicy, body.policy);
  const now = await databaseNow(ctx.db.orm);
  assertScheduleItems(ctx, 0, items.length);

  const timing = resolveTiming(body.schedule, now);
  const changes = ({ id }: ExpandedSchedule) => changed('SCHEDULE', id);
  return inTransaction(ctx, changes, async (tx) => {
    await assertScheduleLimit(tx, ctx);
    const inserted = await insertSchedule(tx, {
      accountId: ctx.accountId,
      name: body.name,
      description: body.description ?? null,
      status: 'ACTIVE',
      tags: storedTags(body.tags),
      ...planColumns(timing, policy),
    });
    const owner = { accountId: ctx.accountId, scheduleId: inserted.id };
    const added = { maxItems: items.length, maxBytes: ctx.limits.maxItemBytesPerAccount };
    if (items.length > 0)
      assertItemBytes(await insertItems(tx, owner, { items: items.map(newItem), ...added }));
    const row = await updateSchedule(
      tx,
      owner,
      initialState({ id: inserted.id, timing, policy, runs: 0 }, now),
    );
    notifyWork(tx);
    return expandedSchedule(tx, row, expand);
  });
}
