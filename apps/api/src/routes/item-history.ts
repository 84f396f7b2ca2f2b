import { Id, ItemCaptures, ItemHistory, limits } from '@shotclock/contracts';
import { getItemHistory, listItemCaptures } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../api-instance.ts';
import {
  historyPeriods,
  historyQueryFields,
  historyQueryText,
  historyRules,
} from '../validation/history-query.ts';
import { Query } from '../validation/page-query.ts';
import { atField, atRule, parseAt } from '../validation/period.ts';

const tags = ['Items'];
const params = Type.Object({ scheduleId: Id('Schedule ID.'), itemId: Id('Item ID.') });

const around = (what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: limits.capturesAround.maximum,
    default: limits.capturesAround.default,
    description: `Maximum number of captures that finished ${what}.`,
  });

export function itemHistoryRoutes(app: Api): void {
  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId/history',
    {
      schema: {
        operationId: 'getScheduleItemHistory',
        summary: 'Get the history of an item',
        description:
          `Counts the finished captures and the changes of an item by day or hour, and names the first of each. ${historyQueryText} ` +
          'Deleted items and items of deleted schedules have a history, too.',
        tags,
        params,
        querystring: Query(historyQueryFields),
        response: { 200: ItemHistory },
      },
      config: { rules: historyRules },
    },
    async (request) => getItemHistory(request.ctx, { ...request.params, ...historyPeriods(request.query) }),
  );

  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId/captures',
    {
      schema: {
        operationId: 'listScheduleItemCaptures',
        summary: 'List the captures of an item around a time',
        description:
          'Returns finished captures in the order of their ends, however many the item has: to move through them, to find the neighbours of a capture, ' +
          'or, with `changed=true`, the next change. `at` is usually the `completedAt` of a capture, which is then the first of those `after`.',
        tags,
        params,
        querystring: Query({
          at: atField,
          before: around('before `at`'),
          after: around('at `at` or later'),
          changed: Type.Boolean({
            default: false,
            description: 'Only captures whose content-change check found a change.',
          }),
        }),
        response: { 200: ItemCaptures },
      },
      config: { rules: [atRule] },
    },
    async (request) => {
      const { at, before, after, changed: changedOnly } = request.query;
      return listItemCaptures(request.ctx, {
        ...request.params,
        ...{ at: parseAt(at) ?? new Date(), before, after, changedOnly },
      });
    },
  );
}
