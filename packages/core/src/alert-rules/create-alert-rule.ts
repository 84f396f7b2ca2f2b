import { type AlertRule, type CreateAlertRuleBody, limits, storedTags } from '@shotclock/contracts';
import { databaseNow, insertAlertRule, lockAlertRuleCount } from '@shotclock/db';
import { changed } from '../audit-log/audit-context.ts';
import type { CoreContext } from '../context.ts';
import { CoreError, refuse } from '../errors.ts';
import { inTransaction } from '../transaction/in-transaction.ts';
import { alertRuleResource } from './alert-rule-resource.ts';
import { nextDigest, resolveAlertTiming } from './rule-calendar.ts';
import { alertTimingErrors, combinationErrors, recordErrors } from './rule-errors.ts';

/**
 * Creates a rule, which matches runs and checks that end from now on.
 * @throws CoreError conflict (the limit on rules), validation_failed (also if the rule can never match)
 */
export function createAlertRule(ctx: CoreContext, body: CreateAlertRuleBody): Promise<AlertRule> {
  const { accountId } = ctx;
  const values = {
    name: body.name,
    enabled: body.enabled ?? true,
    events: body.events,
    scheduleIds: body.scheduleIds ?? null,
    itemIds: body.itemIds ?? null,
    tags: body.tags ? storedTags(body.tags) : null,
    minimumRatio: body.minimumRatio ?? 0,
    failuresInARow: body.failuresInARow ?? limits.alerts.failuresInARow.default,
    timing: resolveAlertTiming(body.timing ?? { type: 'AT_ONCE' }),
    quietHours: body.quietHours ?? null,
    timezone: body.timezone ?? 'UTC',
    destinationIds: body.destinationIds,
  };
  const timingErrors = body.timing ? alertTimingErrors(body.timing) : [];
  return inTransaction(
    ctx,
    ({ id }) => changed('ALERT_RULE', id),
    async (tx) => {
      refuse([...timingErrors, ...combinationErrors(values), ...(await recordErrors(tx, ctx, values))]);
      if ((await lockAlertRuleCount(tx, { accountId })) >= limits.alerts.rules)
        throw new CoreError(
          'conflict',
          `The account's limit is ${limits.alerts.rules} alert rules. Delete a rule first.`,
        );
      const nextDigestAt = values.enabled ? nextDigest(values, await databaseNow(tx)) : null;
      return alertRuleResource(await insertAlertRule(tx, { accountId, ...values, nextDigestAt }));
    },
  );
}
