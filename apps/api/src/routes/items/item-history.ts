import { Id, ItemCaptures, ItemHistory, itemCaptureExpansions, limits } from '@shotclock/contracts';
import { getItemHistory, listItemCaptures } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api } from '../../api-instance.ts';
import { expandField, expandRule, parseExpand } from '../../validation/expand.ts';
import {
  historyPeriods,
  historyQueryFields,
  historyQueryText,
  historyRules,
} from '../../validation/history-query.ts';
import { Query } from '../../validation/page-query.ts';
import { atField, atRule, parseAt } from '../../validation/period.ts';
import type { RequestRule } from '../../validation/rules.ts';

const tags = ['Items'];
const params = Type.Object({ scheduleId: Id('Schedule ID.'), itemId: Id('Item ID.') });

const around = (what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: limits.capturesAround.maximum,
    default: limits.capturesAround.default,
    description: `Maximum number of captures that finished ${what}.`,
  });

/** The position is given by either a time or a capture. */
const onePlaceRule: RequestRule = ({ query: { at, screenshotId } }) =>
  at === undefined || screenshotId === undefined
    ? []
    : [{ path: '/screenshotId', code: 'not_with_at', message: 'cannot be combined with at' }];

export function itemHistoryRoutes(app: Api): void {
  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId/history',
    {
      schema: {
        operationId: 'getScheduleItemHistory',
        summary: 'Get the history of an item',
        description:
          `Counts the finished captures and the changes of an item by day or hour, and returns the first of each. ${historyQueryText} ` +
          'Deleted items and items of deleted schedules also have a history.',
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
        summary: "List an item's captures around a time or a capture",
        description:
          "Returns finished captures in order of completion, to move through an item's captures, to find the neighbors of a capture " +
          'or, with `changed=true`, the next change. The position is a time (`at`) or a capture (`screenshotId`), by default the end of the history. ' +
          'The `errors` of the problem `not_found` name IDs that do not belong to a capture of the item (`unknown_capture`) or that belong to an unfinished capture (`unfinished_capture`).',
        tags,
        params,
        querystring: Query({
          at: atField,
          screenshotId: Type.Optional(
            Id('A finished capture of the item, instead of `at`. It is the first record in `after`.'),
          ),
          otherScreenshotId: Type.Optional(
            Id(
              'Another finished capture of the item, at any position, which the response contains as `other`.',
            ),
          ),
          before: around('before the position'),
          after: around('at the position or later'),
          changed: Type.Boolean({
            default: false,
            description: 'Only captures whose content-change check found a change.',
          }),
          expand: expandField(itemCaptureExpansions),
        }),
        response: { 200: ItemCaptures },
      },
      config: { rules: [atRule, onePlaceRule, expandRule(itemCaptureExpansions)] },
    },
    async (request) => {
      const { at, screenshotId = null, otherScreenshotId = null, changed, expand, ...sizes } = request.query;
      return listItemCaptures(request.ctx, {
        ...{ ...request.params, ...sizes, at: parseAt(at), screenshotId, otherScreenshotId },
        ...{ changedOnly: changed, expand: parseExpand(expand) },
      });
    },
  );
}
