import type { AlertRule } from '@shotclock/contracts';
import { findAlertRule } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { alertRuleResource } from './alert-rule-resource.ts';

/** @throws CoreError not_found */
export async function getAlertRule(
  { db, accountId }: CoreContext,
  { ruleId }: { ruleId: number },
): Promise<AlertRule> {
  const row = await findAlertRule(db.orm, { accountId, ruleId });
  if (!row) throw notFound('alert rule', ruleId);
  return alertRuleResource(row);
}
