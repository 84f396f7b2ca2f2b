import type { Queryable } from '@shotclock/db';
import { readLimitedUsage } from '@shotclock/db/all-accounts';
import type { UsageLimits } from '../../admission/new-captures.ts';

/** What accounts may still start. */
export type RunAllowance = {
  /**
   * Counts the captures of a run, unless the account has reached a limit. A run starts as a whole below the limits, as for requests
   * (ADR 29).
   * @returns why the run is skipped, otherwise null
   */
  take(accountId: number, captures: number): string | null;
};

/** Reads what the accounts of schedules may still start. The runs of another scheduler at the same time are not seen. */
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
        return `Skipped: the limit of the account is ${maxStoredBytes} bytes of artifacts.`;
      if (maxCapturesPerDay !== null && used.capturesToday >= maxCapturesPerDay)
        return `Skipped: the limit of the account is ${maxCapturesPerDay} captures since midnight UTC.`;
      used.capturesToday += captures;
      return null;
    },
  };
}
