import { dispatchDue } from '../dispatch-due.fixture.ts';
import type { Workspace } from '../workspace.fixture.ts';

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Backdates the first and the next run of a schedule, as if no scheduler had run since. */
export async function backdate({ db }: Workspace, scheduleId: number, firstRunAt: Date): Promise<void> {
  await db.orm.execute(
    `update schedules set first_run_at = '${firstRunAt.toISOString()}', next_run_at = '${firstRunAt.toISOString()}' where id = ${scheduleId}`,
  );
}

/** Dispatches until no schedule is due. */
export async function dispatchAll({ core }: Workspace): Promise<void> {
  while ((await dispatchDue(core)).more);
}
