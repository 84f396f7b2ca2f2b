import { appendAuditEntries, markKeyEffect, type Queryable } from '@shotclock/db';
import { type AuditedChange, auditOrigin } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError } from '../errors.ts';

/**
 * Maximum time from the effect of a request until its response is stored. Slightly longer than the time that a request
 * may wait for its result (120 s).
 */
const responseLeaseSeconds = 150;

/**
 * Runs a verb's writes in one transaction. If the request holds an idempotency key, the transaction first marks the key
 * TOOK_EFFECT, so that the effect and the mark are committed together or not at all. The audit log entries are written at
 * the end, in the same round trip as the commit. A request's verb must not write outside this transaction. After the
 * commit, the account's event streams are notified.
 * @param changes the changes of the transaction, or a function that returns them for the result of `work`. Without changes, nothing is recorded.
 * @throws CoreError conflict (another request took over the key)
 */
export async function inTransaction<T>(
  { db, heldKey, audit, accountId }: Pick<CoreContext, 'db' | 'heldKey' | 'audit' | 'accountId'>,
  changes: AuditedChange[] | ((result: T) => AuditedChange[]),
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const marked = async (tx: Queryable) => {
    if (heldKey && !(await markKeyEffect(tx, heldKey, responseLeaseSeconds)))
      throw new CoreError(
        'conflict',
        'This request took too long, and another request with the same Idempotency-Key took over.',
      );
    return work(tx);
  };
  const result = await (audit === null
    ? db.transaction(marked)
    : db.transaction(marked, (tx, done) => {
        const changed = typeof changes === 'function' ? changes(done) : changes;
        return appendAuditEntries(
          tx,
          changed.map((change) => ({ accountId, ...change })),
          auditOrigin(audit),
        );
      }));
  db.changed(accountId);
  return result;
}
