import type { Queryable } from '@shotclock/db';
import { readLimitedUsage } from '@shotclock/db/all-accounts';
import type { UsageLimits } from '../../admission/new-captures.ts';

/** How many captures each account may still start. */
export type RunAllowance = {
  /**
   * Counts a run's captures, unless the account has reached a limit. Like a request, a run starts in full if the limits have not
   * been reached yet (ADR 29).
   * @returns the reason for skipping the run, or null if it is not skipped
   */
  take(accountId: number, captures: number): string | null;
};

/**
 * Reads how many captures the accounts of these schedules may still start. Concurrent runs of other schedulers are not
 * included.
 */
export async function readAllowance(
  tx: Queryable,
  schedules: { accountId: number }[],
  limits: UsageLimits,
): Promise<RunAllowance> {
  const usage = await readLimitedUsage(tx, [...new Set(schedules.map(({ accountId }) => accountId))], {
    maxCapturesPerDay: limits.maxCapturesPerDayPerAccount,
    maxStoredBytes: limits.maxStoredBytesPerAccount,
  });
  return {
    take(accountId, captures) {
      const used = usage.get(accountId);
      if (!used || captures === 0) return null;
      const { maxCapturesPerDay, maxStoredBytes } = used;
      if (maxStoredBytes !== null && used.storedBytes >= maxStoredBytes)
        return `Skipped: the account's limit is ${maxStoredBytes} bytes of artifacts.`;
      if (maxCapturesPerDay !== null && used.capturesToday >= maxCapturesPerDay)
        return `Skipped: the account's limit is ${maxCapturesPerDay} captures since midnight UTC.`;
      used.capturesToday += captures;
      return null;
    },
  };
}
