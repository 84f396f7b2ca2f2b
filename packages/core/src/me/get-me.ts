import type { LimitUsage, Me } from '@shotclock/contracts';
import {
  type AccountRow,
  countWaiting,
  findAccount,
  type Queryable,
  readAccountUsage,
  waitingSince,
} from '@shotclock/db';
import { accountResource } from '../accounts/account-resource.ts';
import { apiKeyResource } from '../api-keys/api-key-resource.ts';
import type { Identity } from '../authentication/authenticate.ts';
import type { CoreContext, RequestLimits } from '../context.ts';
import { lostProtections } from '../system/lost-protections.ts';

/** Describes the account of a request with its usage, and the key of the request. */
export async function getMe(
  { db, limits }: Pick<CoreContext, 'db' | 'limits'>,
  { accountId, apiKey, scopes, managesAllAccounts }: Identity,
): Promise<Me> {
  const isOperator = managesAllAccounts && scopes.includes('admin');
  return db.snapshot(async (tx) => {
    const account = (await findAccount(tx, { accountId }))!;
    const used = await usageOf(tx, account, limits);
    return {
      account: accountResource(account),
      key: apiKey && apiKeyResource(apiKey),
      scopes: [...scopes],
      limits: used,
      waitingSince: (await waitingSince(tx, { accountId }))?.toISOString() ?? null,
      lostProtections: isOperator ? await lostProtections(tx) : null,
    };
  });
}

async function usageOf(tx: Queryable, account: AccountRow, limits: RequestLimits): Promise<LimitUsage> {
  const key = { accountId: account.id };
  const accountLimit = limits.maxWaitingCapturesPerAccount;
  const used = await readAccountUsage(tx, key);
  const waiting = async (source: 'MANUAL_SCREENSHOT' | 'SCHEDULED_SCREENSHOT') => {
    const { captures, limit } = await countWaiting(tx, key, { source, accountLimit });
    return { limit, used: captures };
  };
  return {
    runningCaptures: {
      limit: account.maxRunningCaptures ?? limits.maxRunningCapturesPerAccount,
      used: used.runningCaptures,
    },
    waitingManualCaptures: await waiting('MANUAL_SCREENSHOT'),
    waitingCapturesOfRuns: await waiting('SCHEDULED_SCREENSHOT'),
    capturesPerDay: {
      limit: account.maxCapturesPerDay ?? limits.maxCapturesPerDayPerAccount,
      used: used.capturesToday,
    },
    schedules: { limit: account.maxSchedules ?? limits.maxSchedulesPerAccount, used: used.schedules },
    storedBytes: { limit: account.maxStoredBytes ?? limits.maxStoredBytesPerAccount, used: used.storedBytes },
    itemBytes: { limit: account.maxItemBytes ?? limits.maxItemBytesPerAccount, used: used.itemBytes },
    replayBytes: { limit: limits.maxReplayBytesPerAccount, used: used.replayBytes },
  };
}
