import type { ScreenshotSource } from '@shotclock/contracts';
import type { AccountLimitRow, Database, LimitedUsage } from '@shotclock/db';
import { countWaitingCaptures, readLimitedUsage, type WaitingCaptures } from '@shotclock/db/all-accounts';
import type { NewCaptures } from './new-captures.ts';

/** The captures and bytes that count toward the limits of the accounts in a batch of requests. */
export type CountedCaptures = {
  waiting: Map<ScreenshotSource, WaitingCaptures>;
  /** Contains only accounts that have a limit. */
  usage: Map<number, LimitedUsage>;
};

/** Counts everything that is needed to decide about one or more requests, in a single snapshot. */
export async function countCaptures(db: Database, requests: NewCaptures[]): Promise<CountedCaptures> {
  const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
  // The same default limits apply to all requests.
  const { limits } = requests[0]!;
  return db.snapshot(async (tx) => {
    const waiting: CountedCaptures['waiting'] = new Map();
    for (const source of new Set(requests.map((request) => request.source))) {
      const counted = {
        accountIds,
        accountLimit: limits.maxWaitingCapturesPerAccount,
        totalLimit: limits.maxWaitingCaptures,
      };
      waiting.set(source, await countWaitingCaptures(tx, source, counted));
    }
    const defaults = {
      maxCapturesPerDay: limits.maxCapturesPerDayPerAccount,
      maxStoredBytes: limits.maxStoredBytesPerAccount,
    };
    const limited = accountIds.filter((id) => hasUsageLimit(id, waiting, defaults));
    const usage = limited.length > 0 ? await readLimitedUsage(tx, limited, defaults) : new Map();
    return { waiting, usage };
  });
}

/** Adds captures that the count may have missed. */
export function addCaptures(
  { waiting, usage }: CountedCaptures,
  { accountId, source, captures }: Pick<NewCaptures, 'accountId' | 'source' | 'captures'>,
): void {
  const ofSource = waiting.get(source);
  if (ofSource) {
    ofSource.total += captures;
    const ofAccount = ofSource.byAccount.get(accountId);
    if (ofAccount) ofAccount.captures += captures;
  }
  const used = usage.get(accountId);
  if (used) used.capturesToday += captures;
}

function hasUsageLimit(
  accountId: number,
  waiting: CountedCaptures['waiting'],
  { maxCapturesPerDay, maxStoredBytes }: Pick<AccountLimitRow, 'maxCapturesPerDay' | 'maxStoredBytes'>,
): boolean {
  if (maxCapturesPerDay !== null || maxStoredBytes !== null) return true;
  return [...waiting.values()].some(({ byAccount }) => byAccount.get(accountId)?.limitsUsage);
}
