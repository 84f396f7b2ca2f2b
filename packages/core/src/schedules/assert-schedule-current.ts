import type { ScheduleExpansion } from '@shotclock/contracts';
import { listItems, type Queryable, type ScheduleRow } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import type { CoreContext } from '../context.ts';
import { expansionsOf } from './expanded-schedules.ts';
import { scheduleResource } from './schedule-resource.ts';

/**
 * The expansions that do not depend on the time of the request, unlike `upcomingRuns`. A version may contain any of them.
 */
const expansions = ['options', 'own', 'policy', 'tags', 'comparison'] as const satisfies ScheduleExpansion[];
/** Every combination of expansions that a client may have used to read the schedule. */
const selections = Array.from({ length: 2 ** expansions.length }, (_, bits) =>
  expansions.filter((_name, at) => bits & (1 << at)),
);

/**
 * Refuses to change the items of a locked schedule if the client has a different version of the schedule. The client may have read
 * the schedule with any expansions that do not depend on the time.
 * @throws CoreError precondition_failed
 */
export async function assertScheduleCurrent(
  ctx: Pick<CoreContext, 'isCurrent'>,
  tx: Queryable,
  row: ScheduleRow,
): Promise<void> {
  await assertCurrent(ctx, async () => {
    const items = await listItems(tx, { accountId: row.accountId, scheduleIds: [row.id] });
    const [expanded] = await expansionsOf([row], new Set(expansions), null);
    return (function* forms() {
      for (const names of selections) {
        const shown = Object.entries(expanded!).filter(([name]) => names.some((one) => one === name));
        yield { ...scheduleResource(row, items, new Set(names)), ...Object.fromEntries(shown) };
      }
    })();
  });
}
