import { cancelDeliveriesOfRule, deleteAlertRule as deleteRow, lockAlertRule } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { alertRuleResource } from './alert-rule-resource.ts';

/**
 * Deletes a rule and cancels its held and pending deliveries. The deliveries remain in the log.
 * @throws CoreError not_found, precondition_failed
 */
export function deleteAlertRule(ctx: CoreContext, { ruleId }: { ruleId: number }): Promise<void> {
  const key = { accountId: ctx.accountId, ruleId };
  return inTransaction(ctx, changed('ALERT_RULE', ruleId), async (tx) => {
    const row = await lockAlertRule(tx, key);
    if (!row) throw notFound('alert rule', ruleId);
    await assertCurrent(ctx, () => alertRuleResource(row));
    await cancelDeliveriesOfRule(tx, { ...key, reason: 'RULE_DELETED' });
    await deleteRow(tx, key);
  });
}
