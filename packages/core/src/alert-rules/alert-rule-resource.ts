import type { AlertRule } from '@shotclock/contracts';
import type { AlertRuleRow } from '@shotclock/db';

export function alertRuleResource(row: AlertRuleRow): AlertRule {
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    events: row.events,
    scheduleIds: row.scheduleIds,
    itemIds: row.itemIds,
    tags: row.tags,
    minimumRatio: row.minimumRatio,
    failuresInARow: row.failuresInARow,
    timing: row.timing,
    quietHours: row.quietHours,
    timezone: row.timezone,
    destinationIds: row.destinationIds,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
