import type { ScheduleRow } from '@shotclock/db';
import { CoreError } from '../errors.ts';

/** A completed schedule can be neither paused nor resumed. @throws CoreError conflict */
export function assertNotCompleted(row: ScheduleRow): void {
  if (row.status === 'COMPLETED')
    throw new CoreError('conflict', `Schedule ${row.id} is completed. It has no runs left.`);
}
