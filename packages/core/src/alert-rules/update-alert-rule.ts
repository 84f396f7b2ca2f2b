import { type AlertRule, storedTags, type UpdateAlertRuleBody } from '@shotclock/contracts';
import {
  type AlertRuleRow,
  type AlertRuleValues,
  cancelDeliveriesOfRule,
  type DigestState,
  databaseNow,
  lockAlertRule,
  updateAlertRule as updateRow,
} from '@shotclock/db';
import { assertCurrent } from '../assert-current.ts';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { notFound, refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { alertRuleResource } from './alert-rule-resource.ts';
import { nextDigest, quietEnd, resolveAlertTiming } from './rule-calendar.ts';
import { alertTimingErrors, combinationErrors, recordErrors } from './rule-errors.ts';

/**
 * Changes the fields that the request contains. Disabling a rule cancels its held messages. The resulting rule must be one that can match. A request without fields
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
    const { id, accountId, createdAt, updatedAt, nextDigestAt, digestedUntil, ...stored } = row;
    const timing = changes.timing ? resolveAlertTiming(changes.timing) : stored.timing;
    const tags = changes.tags ? storedTags(changes.tags) : changes.tags;
    const values = { ...stored, ...changes, ...(tags !== undefined && { tags }), timing };
    const timingErrors = changes.timing ? alertTimingErrors(changes.timing) : [];
    refuse([...timingErrors, ...combinationErrors(values), ...(await recordErrors(tx, ctx, values))]);
    if (!values.enabled) await cancelDeliveriesOfRule(tx, { ...key, reason: 'RULE_DISABLED' });
    const digest = digestState(row, values, await databaseNow(tx));
    return alertRuleResource(await updateRow(tx, key, { ...values, ...digest }));
  });
}

/** Held messages are sent at the next digest of the new timing, or at once if there are none and it is not quiet. */
function digestState(row: AlertRuleRow, values: AlertRuleValues, now: Date): DigestState {
  if (!values.enabled) return { nextDigestAt: null };
  const next = nextDigest(values, now);
  if (next === null)
    return { nextDigestAt: row.nextDigestAt === null ? null : (quietEnd(values, now) ?? now) };
  const isNew = !row.enabled || row.timing.type === 'AT_ONCE';
  return { nextDigestAt: next, ...(isNew ? { digestedUntil: now } : {}) };
}
