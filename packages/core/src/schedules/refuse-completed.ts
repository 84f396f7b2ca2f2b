import type { ScheduleRow } from '@shotclock/db';
import { CoreError } from '../errors.ts';

/** A schedule that no run can follow is neither paused nor resumed. */
export function refuseCompleted(row: ScheduleRow): void {
  if (row.status === 'COMPLETED')
    throw new CoreError('conflict', `Schedule ${row.id} is completed: no run can follow.`);
}
