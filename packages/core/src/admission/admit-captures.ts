import type { Queryable } from '@shotclock/db';
import type { AuditedChange } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import type { NewCaptures } from './new-captures.ts';

/**
 * Runs the transaction of a request that starts captures, unless too many captures are waiting or the account has reached
 * a limit. A request that does not start captures is always admitted.
 * @param changes as in `inTransaction`
 * @throws CoreError rate_limited, conflict, unavailable (nothing was written)
 */
export function admitCaptures<T>(
  ctx: CoreContext,
  { source, captures }: Pick<NewCaptures, 'source' | 'captures'>,
  changes: (result: T) => AuditedChange[],
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const { accountId, limits } = ctx;
  const start = () => inTransaction(ctx, changes, work);
  if (captures === 0) return start();
  return ctx.admission.admit({ accountId, source, captures, limits }, start);
}
