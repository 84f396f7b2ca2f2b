import { type AlertRule, type Page, type PageRequest, pageOf, type SortField } from '@shotclock/contracts';
import { listAlertRules as listAlertRuleRows } from '@shotclock/db';
import type { CoreContext } from '../context.ts';
import { alertRuleResource } from './alert-rule-resource.ts';

/** Lists the account's alert rules. */
export async function listAlertRules(
  { db, accountId }: CoreContext,
  request: PageRequest<SortField<'alertRules'>>,
): Promise<Page<AlertRule>> {
  const found = await db.snapshot((tx) => listAlertRuleRows(tx, { accountId }, request));
  return pageOf(found.rows.map(alertRuleResource), found, request);
}
