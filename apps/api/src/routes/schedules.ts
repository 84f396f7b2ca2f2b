import {
  CaptureRequestBody,
  CreateScheduleBody,
  Id,
  Page,
  Schedule,
  ScheduleExecution,
  sortFields,
  UpdateScheduleBody,
} from '@shotclock/contracts';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  runSchedule,
  updateSchedule,
} from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { pageFields, pageRequest, Query, sortRule } from '../validation/page-query.ts';
import { captureListRule, comparisonRule } from '../validation/rules.ts';

const tags = ['Schedules'];
const params = Type.Object({ id: Id('Schedule ID.') });

export function scheduleRoutes(
  app: Api,
  { coreContext, egressAllow, limits, publicUrl }: ApiDependencies,
): void {
  const createBody = Type.Object(
    {
      ...CreateScheduleBody.properties,
      items: Type.Optional(Type.Array(CaptureRequestBody, { maxItems: limits.maxItemsPerRequest })),
    },
    { additionalProperties: false },
  );

  app.get(
    '/api/v1/schedules',
    {
      schema: {
        operationId: 'listSchedules',
        summary: 'List schedules',
        tags,
        querystring: Query(pageFields(sortFields.schedules)),
        response: { 200: Page(Schedule) },
      },
      config: { rules: [sortRule(sortFields.schedules)] },
    },
    async (request) => listSchedules(coreContext(request), pageRequest(request.query, sortFields.schedules)),
  );

  app.post(
    '/api/v1/schedules',
    {
      schema: {
        operationId: 'createSchedule',
        summary: 'Create a schedule, with its items if you like',
        tags,
        body: createBody,
        response: { 201: Schedule },
      },
      config: {
        rules: [captureListRule('items', 'scheduled', egressAllow), comparisonRule('policy')],
        problems: ['url_not_allowed'],
      },
    },
    async (request, reply) => {
      const schedule = await createSchedule(coreContext(request), request.body);
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
        summary: 'Get a schedule with all its items',
        tags,
        params,
        response: { 200: Schedule },
      },
    },
    async (request) => getSchedule(coreContext(request), { scheduleId: request.params.id }),
  );

  app.patch(
    '/api/v1/schedules/:id',
    {
      schema: {
        operationId: 'updateSchedule',
        summary: 'Change what is sent of a schedule',
        description: 'A sent `schedule` replaces the timing as a whole, and nextRunAt is computed anew.',
        tags,
        params,
        body: UpdateScheduleBody,
        response: { 200: Schedule },
      },
      config: { rules: [comparisonRule('policy')] },
    },
    async (request) =>
      updateSchedule(coreContext(request), { scheduleId: request.params.id, changes: request.body }),
  );

  app.delete(
    '/api/v1/schedules/:id',
    {
      schema: {
        operationId: 'deleteSchedule',
        summary: 'Stop a schedule and hide it',
        description: 'What it captured stays readable.',
        tags,
        params,
        response: { 204: Type.Null({ description: 'It is deleted.' }) },
      },
    },
    async (request, reply) => {
      await deleteSchedule(coreContext(request), { scheduleId: request.params.id });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/schedules/:id/run',
    {
      schema: {
        operationId: 'runSchedule',
        summary: 'Run a schedule now',
        description: 'The run is an execution of its own; the timing does not change.',
        tags,
        params,
        response: { 202: ScheduleExecution },
      },
    },
    async (request, reply) => {
      const execution = await runSchedule(coreContext(request), { scheduleId: request.params.id });
      return reply.code(202).send(execution);
    },
  );
}
