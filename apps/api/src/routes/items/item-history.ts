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

/** A place is a time or a capture. */
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
        summary: 'List the captures of an item around a time or a capture',
        description:
          'Returns finished captures in the order of their ends, however many the item has: to move through them, to find the neighbours of a capture, ' +
          'or, with `changed=true`, the next change. The place is a time (`at`) or a capture (`screenshotId`), by default the end of the history. ' +
          'The problem `not_found` names an ID that is no capture of the item (`unknown_capture`), or of one that has not finished (`unfinished_capture`), in `errors`.',
        tags,
        params,
        querystring: Query({
          at: atField,
          screenshotId: Type.Optional(
            Id('A finished capture of the item, instead of `at`. It is the first of those `after`.'),
          ),
          otherScreenshotId: Type.Optional(
            Id(
              'Another finished capture of the item, wherever it is, which the response contains as `other`.',
            ),
          ),
          before: around('before the place'),
          after: around('at the place or later'),
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
