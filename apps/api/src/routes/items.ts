import { CaptureRequestBody, Id, Page, ScheduleItem, sortFields, UpdateItemBody } from '@shotclock/contracts';
import { addItems, deleteItem, getItem, listItems, updateItem } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { pageFields, pageRequest, pageRule, Query } from '../validation/page-query.ts';
import { captureListRule, captureRule } from '../validation/rules.ts';

const tags = ['Items'];
const ofSchedule = Type.Object({ scheduleId: Id('Schedule ID.') });
const params = Type.Object({ scheduleId: Id('Schedule ID.'), itemId: Id('Item ID.') });
const fields = sortFields.items;

export function itemRoutes(app: Api, { egressAllow, maxItemsPerRequest }: ApiDependencies): void {
  app.post(
    '/api/v1/schedules/:scheduleId/items',
    {
      schema: {
        operationId: 'addScheduleItems',
        summary: 'Add items to a schedule',
        description: 'Adds all items of the array, or none. The response has the same order as the request.',
        tags,
        params: ofSchedule,
        body: Type.Array(CaptureRequestBody, { minItems: 1, maxItems: maxItemsPerRequest }),
        response: { 201: Type.Array(ScheduleItem, { description: 'The added items.' }) },
      },
      config: {
        rules: [captureListRule(null, 'scheduled', egressAllow)],
        problems: ['url_not_allowed', 'conflict'],
      },
    },
    async (request, reply) => {
      const { scheduleId } = request.params;
      const items = await addItems(request.ctx, { scheduleId, items: request.body });
      return reply.code(201).send(items);
    },
  );

  app.get(
    '/api/v1/schedules/:scheduleId/items',
    {
      schema: {
        operationId: 'listScheduleItems',
        summary: 'List the items of a schedule',
        description:
          'Deleted items are not included. Sort by `position` to get the items in the order in which they were added.',
        tags,
        params: ofSchedule,
        querystring: Query(pageFields(fields)),
        response: { 200: Page(ScheduleItem) },
      },
      config: { rules: [pageRule(fields)] },
    },
    async (request) =>
      listItems(request.ctx, {
        scheduleId: request.params.scheduleId,
        ...pageRequest(request, fields),
      }),
  );

  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId',
    {
      schema: {
        operationId: 'getScheduleItem',
        summary: 'Get an item of a schedule',
        description: 'Returns the item with the settings of the next run.',
        tags,
        params,
        response: { 200: ScheduleItem },
      },
    },
    async (request) => getItem(request.ctx, request.params),
  );

  app.patch(
    '/api/v1/schedules/:scheduleId/items/:itemId',
    {
      schema: {
        operationId: 'updateScheduleItem',
        summary: 'Update an item of a schedule',
        description:
          'Changes only the fields in the request. A null resets a field to its default; `url` has no default. The resulting ' +
          'item must satisfy the same rules as a new item. Existing captures, including running ones, keep their settings.',
        tags,
        params,
        body: UpdateItemBody,
        response: { 200: ScheduleItem },
      },
      config: { rules: [captureRule('scheduled', egressAllow)], problems: ['url_not_allowed'] },
    },
    async (request) => updateItem(request.ctx, { ...request.params, changes: request.body }),
  );

  app.delete(
    '/api/v1/schedules/:scheduleId/items/:itemId',
    {
      schema: {
        operationId: 'deleteScheduleItem',
        summary: 'Delete an item of a schedule',
        description:
          'Later runs do not capture the item. Running captures finish, and existing screenshots remain available.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'The item was deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteItem(request.ctx, request.params);
      return reply.code(204).send(null);
    },
  );
}
