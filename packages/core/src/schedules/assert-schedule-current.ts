import type { ScheduleExpansion } from '@shotclock/contracts';
import { listItems, type Queryable, type ScheduleRow } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import type { CoreContext } from '../context.ts';
import { expansionsOf } from './expanded-schedules.ts';
import { scheduleResource } from './schedule-resource.ts';

/** The expansions with which a client may have read the schedule. `upcomingRuns` depends on the time of the request. */
const expandsOfVersion: ScheduleExpansion[][] = [
  ...[[], ['policy'], ['options'], ['tags']],
  ...[
    ['options', 'policy'],
    ['policy', 'tags'],
    ['options', 'tags'],
    ['options', 'policy', 'tags'],
  ],
] as ScheduleExpansion[][];

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
    const [expansions] = await expansionsOf([row], new Set(['policy', 'tags']), null);
    return (function* forms() {
      for (const names of expandsOfVersion) {
        const expanded = Object.entries(expansions!).filter(([name]) => names.some((one) => one === name));
        yield { ...scheduleResource(row, items, new Set(names)), ...Object.fromEntries(expanded) };
      }
    })();
  });
}
