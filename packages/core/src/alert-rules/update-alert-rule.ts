import type { AlertRule, UpdateAlertRuleBody } from '@shotclock/contracts';
import { lockAlertRule, updateAlertRule as updateRow } from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound, refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { alertRuleResource } from './alert-rule-resource.ts';
import { combinationErrors, recordErrors } from './rule-errors.ts';

/**
 * Changes the fields that the request contains. The resulting rule must be one that can match. A request without fields
 * changes and records nothing.
 * @throws CoreError not_found, precondition_failed, validation_failed
 */
export function updateAlertRule(
  ctx: CoreContext,
  { ruleId, changes }: { ruleId: number; changes: UpdateAlertRuleBody },
): Promise<AlertRule> {
  const key = { accountId: ctx.accountId, ruleId };
  const isEmpty = Object.keys(changes).length === 0;
  return inTransaction(ctx, isEmpty ? [] : changed('ALERT_RULE', ruleId), async (tx) => {
    const row = await lockAlertRule(tx, key);
    if (!row) throw notFound('alert rule', ruleId);
    await assertCurrent(ctx, () => alertRuleResource(row));
    if (isEmpty) return alertRuleResource(row);
    const { id, accountId, createdAt, updatedAt, ...stored } = row;
    const values = { ...stored, ...changes };
    refuse([...combinationErrors(values), ...(await recordErrors(tx, ctx, values))]);
    return alertRuleResource(await updateRow(tx, key, values));
  });
}
