import {
  Id,
  ItemComparison,
  ItemRequestBody,
  itemExpansions,
  itemListExpansions,
  ListedItem,
  nouns,
  ScheduleItem,
  sortFields,
  UpdatedItems,
  UpdateItemBody,
  UpdateItemComparison,
  UpdateItemsBody,
} from '@shotclock/contracts';
import {
  addItems,
  changeItemComparison,
  deleteItem,
  getItem,
  getItemComparison,
  listAllItems,
  listItems,
  restoreItem,
  updateItem,
  updateItems,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { expandField, expandRule, parseExpand } from '../../validation/expand.ts';
import { urlPartFilter } from '../../validation/list-filters.ts';
import { Query } from '../../validation/page-query.ts';
import {
  captureListRule,
  itemChangeRule,
  itemComparisonRule,
  itemsChangeRule,
} from '../../validation/rules.ts';
import { itemTagFilter, tagFilterOf, tagRule } from '../../validation/tag-filter.ts';

const tags = [nouns.items.group];
const ofSchedule = Type.Object({ scheduleId: Id('Schedule ID.') });
const params = Type.Object({ scheduleId: Id('Schedule ID.'), itemId: Id('Item ID.') });
const querystring = Query({ expand: expandField(itemExpansions) });
const expandedRule = expandRule(itemExpansions);

export function itemRoutes(app: Api, { egressAllow, maxItemsPerRequest }: ApiDependencies): void {
  app.post(
    '/api/v1/schedules/:scheduleId/items',
    {
      schema: {
        operationId: 'addScheduleItems',
        summary: 'Add items to a schedule',
        description: 'Adds all items in the array, or none. The response has the same order as the request.',
        tags,
        params: ofSchedule,
        querystring,
        body: Type.Array(ItemRequestBody, { minItems: 1, maxItems: maxItemsPerRequest }),
        response: { 201: Type.Array(ScheduleItem, { description: 'The added items.' }) },
      },
      config: {
        rules: [captureListRule(null, 'scheduled', egressAllow), expandedRule],
        problems: ['url_not_allowed', 'conflict'],
      },
    },
    async (request, reply) => {
      const { scheduleId } = request.params;
      const expand = parseExpand(request.query.expand);
      const items = await addItems(request.ctx, { scheduleId, items: request.body, expand });
      return reply.code(201).send(items);
    },
  );

  listRoute(app, '/api/v1/schedules/:scheduleId/items', {
    noun: nouns.items,
    operationId: 'listScheduleItems',
    summary: 'List the items in a schedule',
    description:
      'Deleted items are not included; `deleted=true` lists only deleted items. Sort by `position` to get the items in the order in which they were added.',
    params: ofSchedule,
    filters: {
      urlContains: urlPartFilter,
      tag: itemTagFilter,
      deleted: Type.Optional(
        Type.Boolean({
          description:
            'Only deleted items that can be restored (true), or only items that are not deleted (false, the default).',
        }),
      ),
    },
    rules: [tagRule],
    expansions: itemListExpansions,
    read: ({ ctx }, { deleted = false, ...input }) =>
      listItems(ctx, { ...input, ...tagFilterOf(input), removed: deleted }),
  });

  listRoute(app, '/api/v1/items', {
    noun: { ...nouns.items, schema: ListedItem, sortFields: sortFields.allItems },
    operationId: 'listItems',
    summary: 'List the items of all schedules',
    description: 'Deleted items, and items of deleted schedules, are not included.',
    filters: { urlContains: urlPartFilter, tag: itemTagFilter },
    rules: [tagRule],
    expansions: itemListExpansions,
    read: ({ ctx }, input) => listAllItems(ctx, { ...input, ...tagFilterOf(input) }),
  });

  app.patch(
    '/api/v1/schedules/:scheduleId/items',
    {
      schema: {
        operationId: 'updateScheduleItems',
        summary: 'Update several items in a schedule',
        description:
          'Makes the same changes to all selected items, or to none. Each item is changed as if by its own PATCH request, and the resulting items must satisfy the same rules. An error ' +
          'lists the items that it concerns. `If-Match` is compared with the ETag of the schedule, with any `expand` except `upcomingRuns`.',
        tags,
        params: ofSchedule,
        body: UpdateItemsBody,
        response: { 200: UpdatedItems },
      },
      config: {
        rules: [itemsChangeRule],
        problems: ['conflict'],
        versionOf: '/api/v1/schedules/:id',
        auditedField: 'changes',
        idempotencyKey: true,
      },
    },
    async (request) => updateItems(request.ctx, { ...request.params, ...request.body }),
  );

  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId',
    {
      schema: {
        operationId: 'getScheduleItem',
        summary: 'Get an item in a schedule',
        description:
          "Returns the item with its own settings. Runs also use the `options` and `defaults` in its schedule's policy.",
        tags,
        params,
        querystring,
        response: { 200: ScheduleItem },
      },
      config: { rules: [expandedRule] },
    },
    async (request) => getItem(request.ctx, { ...request.params, expand: parseExpand(request.query.expand) }),
  );

  app.patch(
    '/api/v1/schedules/:scheduleId/items/:itemId',
    {
      schema: {
        operationId: 'updateScheduleItem',
        summary: 'Update an item in a schedule',
        description:
          'Changes only the fields in the request. Null resets a field to its default; `url` has no default. `options` changes only the options that it contains, and null removes an option. The resulting ' +
          'item must satisfy the same rules as a new item. Existing captures, including running ones, keep their settings.',
        tags,
        params,
        querystring,
        body: UpdateItemBody,
        response: { 200: ScheduleItem },
      },
      config: {
        rules: [itemChangeRule(egressAllow), expandedRule],
        problems: ['url_not_allowed', 'conflict'],
      },
    },
    async (request) =>
      updateItem(request.ctx, {
        ...request.params,
        changes: request.body,
        expand: parseExpand(request.query.expand),
      }),
  );

  app.get(
    '/api/v1/schedules/:scheduleId/items/:itemId/comparison',
    {
      schema: {
        operationId: 'getItemComparison',
        summary: 'Get the comparison of an item',
        description:
          "Returns the item's own values and the comparison that applies to its content-change checks.",
        tags,
        params,
        response: { 200: ItemComparison },
      },
    },
    async (request) => getItemComparison(request.ctx, request.params),
  );

  app.patch(
    '/api/v1/schedules/:scheduleId/items/:itemId/comparison',
    {
      schema: {
        operationId: 'updateItemComparison',
        summary: 'Update the comparison of an item',
        description:
          "Sets values for the item that override its schedule's policy in later runs. Null restores the schedule's value. The " +
          'series of checks continues. Regions outside the image are rejected.',
        tags,
        params,
        body: UpdateItemComparison,
        response: { 200: ItemComparison },
      },
      config: { rules: [itemComparisonRule], problems: ['conflict'] },
    },
    async (request) => changeItemComparison(request.ctx, { ...request.params, changes: request.body }),
  );

  app.delete(
    '/api/v1/schedules/:scheduleId/items/:itemId',
    {
      schema: {
        operationId: 'deleteScheduleItem',
        summary: 'Delete an item from a schedule',
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

  app.post(
    '/api/v1/schedules/:scheduleId/items/:itemId/restore',
    {
      schema: {
        operationId: 'restoreScheduleItem',
        summary: 'Restore a deleted item in a schedule',
        description:
          'Later runs capture the item again, with its settings and at its position, and its history continues. An item that is not deleted does not ' +
          'change. Returns 404 if the deleted item has been removed permanently, which happens once no record refers to it.',
        tags,
        params,
        querystring,
        response: { 200: ScheduleItem },
      },
      config: { rules: [expandedRule], problems: ['conflict'] },
    },
    async (request) =>
      restoreItem(request.ctx, { ...request.params, expand: parseExpand(request.query.expand) }),
  );
}
