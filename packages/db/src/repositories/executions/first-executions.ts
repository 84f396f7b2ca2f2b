import { type PageRequest, type Sort, type SortField, sortFields } from '@shotclock/contracts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { executionTotals, scheduleExecutions } from '../../schema/executions.ts';
import { schedules } from '../../schema/schedules.ts';
import { firstPages, forEachOrder, isFirstPage } from '../first-pages.ts';
import { pageOrder } from '../page.ts';
import type { ExecutionFilter } from './execution-list.ts';

type Key = { accountId: number; scheduleId: number };

const readBy = ({ field, direction }: Sort<SortField<'executions'>>) =>
  firstPages<Key, typeof scheduleExecutions>(
    `executions_by_${field}_${direction}`,
    scheduleExecutions,
    (value) => {
      const account = () => sql`${value('accountId')}::bigint`;
      const schedule = () => sql`${value('scheduleId')}::bigint`;
      const { id, accountId, scheduleId } = scheduleExecutions;
      return {
        where: sql`${accountId} = ${account()} and ${scheduleId} = ${schedule()}`,
        order: pageOrder(scheduleExecutions[field], id, direction),
        total: sql`coalesce((select total from ${executionTotals} where schedule_id = ${schedule()}), 0)`,
        facts: [
          sql`exists (select from ${schedules} s where s.id = ${schedule()} and s.account_id = ${account()})`,
          sql`to_json(now()::timestamptz(3))`,
        ],
      };
    },
  );

const statementOf = forEachOrder(sortFields.executions, readBy);

/**
 * One of the first pages of a schedule's executions, whether the account has or had the schedule, and the current
 * database time. Null for other requests, which require `listExecutions`.
 */
export async function firstExecutions(
  db: Queryable,
  key: Key,
  request: PageRequest<SortField<'executions'>> & Partial<ExecutionFilter>,
) {
  const { sort, status, trigger, skipped, from, to } = request;
  if (!isFirstPage(request, [status, trigger, skipped, from, to])) return null;
  const { rows, total, facts } = await statementOf(sort)(db, key, request);
  return { rows, total, known: facts[0] === true, now: new Date(facts[1] as string) };
}
