import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { alertRuleDestinations, alertRules } from '../../schema/alert-rules.ts';
import { isElement } from '../has-one-of.ts';
import { arrayText } from '../prepared-statement.ts';
import type { AlertRuleRow } from './alert-rules.ts';

/** The enabled rules of accounts that have destinations. */
export async function listEnabledRules(tx: Queryable, accountIds: number[]): Promise<AlertRuleRow[]> {
  const rows = await tx
    .select({
      rule: alertRules,
      destinationIds: sql<
        number[]
      >`(select coalesce(jsonb_agg(destination_id order by destination_id), '[]'::jsonb)
        from ${alertRuleDestinations} where alert_rule_id = ${alertRules.id})`,
    })
    .from(alertRules)
    .where(
      sql`${isElement(alertRules.accountId, sql`${arrayText(accountIds)}::bigint[]`)} and ${alertRules.enabled}`,
    )
    .orderBy(alertRules.id);
  return rows
    .map(({ rule, destinationIds }) => ({ ...rule, destinationIds }))
    .filter(({ destinationIds }) => destinationIds.length > 0);
}
