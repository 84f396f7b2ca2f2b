import type { AlertRun } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { scheduleExecutions } from '../../schema/executions.ts';
import { schedules } from '../../schema/schedules.ts';
import { isElement } from '../has-one-of.ts';
import { isoTime } from '../iso-time.ts';
import { arrayText } from '../prepared-statement.ts';

/** A run that has ended. `tags` are the current tags of its schedule. */
export type EndedRun = { accountId: number; tags: string[]; run: AlertRun };

/** The runs that have ended, among the given executions. */
export async function listEndedRuns(tx: Queryable, executionIds: number[]): Promise<EndedRun[]> {
  const rows = await tx.execute<{ accountId: string; tags: string[]; run: AlertRun }>(sql`
    select e.account_id as "accountId", s.tags, jsonb_build_object('id', e.id, 'scheduleId', e.schedule_id, 'scheduleName', s.name,
      'status', e.status, 'totalItems', e.total_items, 'successfulItems', e.successful_items, 'failedItems', e.failed_items,
      'missedRuns', e.missed_runs, 'reason', e.outcome_reason, 'startedAt', ${isoTime('e.started_at')}, 'completedAt', ${isoTime('e.completed_at')}) as run
    from ${scheduleExecutions} e join ${schedules} s on s.id = e.schedule_id
    where ${isElement(sql`e.id`, sql`${arrayText(executionIds)}::bigint[]`)} and e.status <> 'PROCESSING' and e.completed_at is not null
    order by e.id`);
  return rows.map(({ accountId, ...row }) => ({ accountId: Number(accountId), ...row }));
}
