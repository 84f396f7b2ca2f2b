import type { Account, AccountLimits } from '@shotclock/contracts';
import type { AccountLimitRow, AccountRow } from '@shotclock/db';

export const accountResource = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  limits: {
    runningCaptures: row.maxRunningCaptures,
    waitingCaptures: row.maxWaitingCaptures,
    capturesPerDay: row.maxCapturesPerDay,
    schedules: row.maxSchedules,
    storedBytes: row.maxStoredBytes,
    itemBytes: row.maxItemBytes,
  },
  createdAt: row.createdAt.toISOString(),
});

/** The columns for the limits to change; omitted limits keep their values. */
export function limitColumns(limits: Partial<AccountLimits>): Partial<AccountLimitRow> {
  const { runningCaptures, waitingCaptures, capturesPerDay, schedules, storedBytes, itemBytes } = limits;
  return {
    ...(runningCaptures === undefined ? {} : { maxRunningCaptures: runningCaptures }),
    ...(waitingCaptures === undefined ? {} : { maxWaitingCaptures: waitingCaptures }),
    ...(capturesPerDay === undefined ? {} : { maxCapturesPerDay: capturesPerDay }),
    ...(schedules === undefined ? {} : { maxSchedules: schedules }),
    ...(storedBytes === undefined ? {} : { maxStoredBytes: storedBytes }),
    ...(itemBytes === undefined ? {} : { maxItemBytes: itemBytes }),
  };
}
