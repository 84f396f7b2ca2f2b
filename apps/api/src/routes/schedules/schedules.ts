import {
  CreateScheduleBody,
  ExpandedSchedule,
  Id,
  ListedSchedule,
  nouns,
  ScheduleStatus,
  StringEnum,
  scheduleListExpansions,
  UpdateScheduleBody,
} from '@shotclock/contracts';
import { createSchedule, deleteSchedule, getSchedule, listSchedules, updateSchedule } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { listRoute } from '../../list-route.ts';
import { parseExpand } from '../../validation/expand.ts';
import { textFilter } from '../../validation/list-filters.ts';
import { Query } from '../../validation/page-query.ts';
import { nextRunQueryFields, nextRunRule, periodOf } from '../../validation/period.ts';
import { planRule } from '../../validation/plan-rule.ts';
import { captureListRule } from '../../validation/rules.ts';
import { scheduleExpand, scheduleExpandRule } from '../../validation/schedule-expand.ts';
import { scheduleTagFilter, tagFilterOf, tagRule } from '../../validation/tag-filter.ts';

const tags = [nouns.schedules.group];
const params = Type.Object({ id: Id('Schedule ID.') });
const querystring = Query({ expand: scheduleExpand });
const RunningExecutions = StringEnum(['finish', 'cancel'], {
  description:
    'What happens to active executions: they `finish` (default), or are canceled before the schedule is deleted (`cancel`).',
});

export function scheduleRoutes(
  app: Api,
  { egressAllow, maxItemsPerRequest, publicUrl }: ApiDependencies,
): void {
  const { properties } = CreateScheduleBody;
  const items = { ...properties.items, maxItems: maxItemsPerRequest };
  const createBody = Type.Unsafe<CreateScheduleBody>({
    ...CreateScheduleBody,
    properties: { ...properties, items },
  });

  listRoute(app, '/api/v1/schedules', {
    noun: { ...nouns.schedules, schema: ListedSchedule },
    operationId: 'listSchedules',
    summary: 'List schedules',
    description:
      'Returns schedules with the number of items in each. Filters are combined with AND. `expand=items` adds the items, at ' +
      'most 1,000 per page (`expand=items,options` with their options), and `expand=lastRuns` the last executions of each. Deleted schedules are not included.',
    filters: {
      status: Type.Optional(ScheduleStatus),
      name: textFilter('name'),
      tag: scheduleTagFilter,
      ...nextRunQueryFields,
    },
    rules: [nextRunRule, tagRule],
    expansions: scheduleListExpansions,
    read: ({ ctx }, { nextRunFrom, nextRunTo, ...input }) => {
      const nextRun = periodOf({ from: nextRunFrom, to: nextRunTo });
      return listSchedules(ctx, {
        ...input,
        ...tagFilterOf(input),
        nextRunFrom: nextRun.from,
        nextRunTo: nextRun.to,
      });
    },
  });

  app.post(
    '/api/v1/schedules',
    {
      schema: {
        operationId: 'createSchedule',
        summary: 'Create a schedule',
        description: 'Creates the schedule and all its items, or nothing. Items can also be added later.',
        tags,
        querystring,
        body: createBody,
        response: { 201: ExpandedSchedule },
      },
      config: {
        rules: [planRule('new'), captureListRule('items', 'scheduled', egressAllow), scheduleExpandRule],
        problems: ['url_not_allowed', 'conflict'],
        responseHeaders: ['Location'],
      },
    },
    async (request, reply) => {
      const expand = parseExpand(request.query.expand);
      const schedule = await createSchedule(request.ctx, { ...request.body, expand });
      return reply
        .code(201)
        .header('location', `${publicUrl()}/api/v1/schedules/${schedule.id}`)
        .send(schedule);
    },
  );

  app.get(
    '/api/v1/schedules/:id',
    {
      schema: {
        operationId: 'getSchedule',
        summary: 'Get a schedule',
        description:
          'Returns the schedule with all its items, in the order in which they were added. `expand=options` adds the options of each item, and `expand=tags` the tags of the schedule and of each item.',
        tags,
        params,
        querystring,
        response: { 200: ExpandedSchedule },
      },
      config: { rules: [scheduleExpandRule] },
    },
    async (request) =>
      getSchedule(request.ctx, {
        scheduleId: request.params.id,
        expand: parseExpand(request.query.expand),
      }),
  );

  app.patch(
    '/api/v1/schedules/:id',
    {
      schema: {
        operationId: 'updateSchedule',
        summary: 'Update a schedule',
        description:
          'Changes only the fields in the request. A `schedule` with a type replaces the whole timing; without a type it ' +
          'changes the fields that it contains. A `policy` changes the fields and options that it contains, and null resets a field to ' +
          'its default. A new timing or policy recomputes `nextRunAt`. A paused schedule stays paused.',
        tags,
        params,
        querystring,
        body: UpdateScheduleBody,
        response: { 200: ExpandedSchedule },
      },
      config: { rules: [planRule('change'), scheduleExpandRule] },
    },
    async (request) =>
      updateSchedule(request.ctx, {
        scheduleId: request.params.id,
        changes: request.body,
        expand: parseExpand(request.query.expand),
      }),
  );

  app.delete(
    '/api/v1/schedules/:id',
    {
      schema: {
        operationId: 'deleteSchedule',
        summary: 'Delete a schedule',
        description:
          'The schedule no longer runs. Active executions finish, or are canceled with `running=cancel`. The executions of the ' +
          'schedule remain available, and its screenshots until their retention ends.',
        tags,
        params,
        querystring: Query({ running: Type.Optional(RunningExecutions) }),
        response: { 204: Type.Null({ description: 'The schedule was deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteSchedule(request.ctx, { scheduleId: request.params.id, ...request.query });
      return reply.code(204).send(null);
    },
  );
}
