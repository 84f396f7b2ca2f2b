import {
  type CreateTimeLapseBody,
  limits,
  parseInstantMs,
  type TimeLapse,
  variantLength,
} from '@shotclock/contracts';
import {
  findAccount,
  hasItem,
  insertTimeLapse,
  lockTimeLapseCount,
  notifyTimeLapse,
  type Queryable,
  readAccountUsage,
} from '@shotclock/db';
import { tooMuchStored } from '../admission/refusals.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { timeLapseResource } from './time-lapse-resource.ts';

/** Maximum number of attempts per time-lapse. */
const attempts = 3;
/** `Retry-After` while an account has too many unfinished time-lapses. */
const unfinishedRetrySeconds = 10;
const { width: widths, framesPerSecond: rates, ofAccount, unfinished } = limits.timeLapse;

/**
 * Requests a time-lapse, which a worker then creates. The caller must have checked the request with `timeLapseErrors`.
 * @throws CoreError not_found (the item), rate_limited (too many are unfinished), conflict (too many time-lapses or stored bytes)
 */
export async function createTimeLapse(
  ctx: CoreContext,
  { itemId, request }: { itemId: number; request: CreateTimeLapseBody },
): Promise<TimeLapse> {
  const { accountId } = ctx;
  const inserting = ({ id }: { id: number }) => changed('TIME_LAPSE', id);
  const row = await inTransaction(ctx, inserting, async (tx) => {
    if (!(await hasItem(tx, { accountId, itemId }))) throw notFound('item', itemId);
    await assertLimits(ctx, tx);
    const inserted = await insertTimeLapse(tx, {
      accountId,
      itemId,
      periodFrom: storableTime(request.from),
      periodTo: storableTime(request.to),
      width: variantLength(request.width ?? widths.default),
      framesPerSecond: request.framesPerSecond ?? rates.default,
      onlyChanges: request.onlyChanges ?? false,
      attemptsLeft: attempts,
      requestId: ctx.requestId ?? null,
    });
    await notifyTimeLapse(tx);
    return inserted;
  });
  return timeLapseResource(row, ctx.links);
}

/** Between these times, PostgreSQL and JavaScript format dates identically. All captures fall within this period. */
const firstTime = Date.UTC(1970, 0);
const lastTime = Date.UTC(9999, 11, 31);

const storableTime = (text: string | null | undefined): Date | null =>
  text ? new Date(Math.min(lastTime, Math.max(firstTime, parseInstantMs(text)!))) : null;

async function assertLimits({ accountId, limits: defaults }: CoreContext, tx: Queryable): Promise<void> {
  const counted = await lockTimeLapseCount(tx, { accountId });
  if (counted.unfinished >= unfinished)
    throw new CoreError(
      'rate_limited',
      `The account already has ${unfinished} time-lapses that are not finished. Nothing was started.`,
      { retryAfterSeconds: unfinishedRetrySeconds },
    );
  if (counted.all >= ofAccount)
    throw new CoreError('conflict', `The account has ${ofAccount} time-lapses. Delete one first.`);
  const account = await findAccount(tx, { accountId });
  const maxStoredBytes = account!.maxStoredBytes ?? defaults.maxStoredBytesPerAccount;
  if (maxStoredBytes === null) return;
  const { storedBytes } = await readAccountUsage(tx, { accountId });
  if (storedBytes >= maxStoredBytes) throw tooMuchStored(maxStoredBytes);
}
