import { CaptureRequestBody, Id, Page, ScheduleItem, sortFields, UpdateItemBody } from '@shotclock/contracts';
import { addItems, deleteItem, getItem, listItems, updateItem } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { pageFields, pageRequest, Query, sortRule } from '../validation/page-query.ts';
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
        description: 'The whole array is added, or nothing is. The answer has the order of the request.',
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
          'Deleted items are not listed. `position` as a sort field is the order in which they were added.',
        tags,
        params: ofSchedule,
        querystring: Query(pageFields(fields)),
        response: { 200: Page(ScheduleItem) },
      },
      config: { rules: [sortRule(fields)] },
    },
    async (request) =>
      listItems(request.ctx, {
        scheduleId: request.params.scheduleId,
        ...pageRequest(request.query, fields),
      }),
  );

  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId',
    {
      schema: {
        operationId: 'getScheduleItem',
        summary: 'Get an item of a schedule',
        description: 'The item as the next run will capture it.',
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
        summary: 'Change what is sent of an item',
        description:
          'A null brings back the default of a field; url has none. The item as a whole must satisfy the rules of adding ' +
          'one. Captures that exist already, running ones too, keep the settings they were started with.',
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
        summary: 'Take an item out of a schedule',
        description:
          'No run that starts from now on captures it. Captures that go on are finished, and what was captured stays readable.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'It is deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteItem(request.ctx, request.params);
      return reply.code(204).send(null);
    },
  );
}
