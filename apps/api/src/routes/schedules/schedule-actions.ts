import { ExpandedSchedule, Id, PreviewScheduleBody, SchedulePreview } from '@shotclock/contracts';
import { pauseSchedule, previewSchedule, resumeSchedule, runSchedule } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { sendProgress } from '../../responses/send-progress.ts';
import { StartedExecution } from '../../responses/started-execution.ts';
import { parseExpand } from '../../validation/expand.ts';
import { Query } from '../../validation/page-query.ts';
import { planRule } from '../../validation/plan-rule.ts';
import { captureListRule } from '../../validation/rules.ts';
import { scheduleExpand, scheduleExpandRule } from '../../validation/schedule-expand.ts';

const tags = ['Schedules'];
const params = Type.Object({ id: Id('Schedule ID.') });
const querystring = Query({ expand: scheduleExpand });

export function scheduleActionRoutes(
  app: Api,
  { egressAllow, maxItemsPerRequest, publicUrl }: ApiDependencies,
): void {
  const { properties } = PreviewScheduleBody;
  const items = { ...properties.items, maxItems: maxItemsPerRequest };
  const previewBody = Type.Unsafe<PreviewScheduleBody>({
    ...PreviewScheduleBody,
    properties: { ...properties, items },
  });

  app.post(
    '/api/v1/schedules/preview',
    {
      schema: {
        operationId: 'previewSchedule',
        summary: 'Preview the runs of a schedule',
        description:
          'Returns the next run times of a timing and a description of it, without creating a schedule. The request, including its items, is ' +
          'validated as when a schedule is created. Jitter is not included because it depends on the schedule ID.',
        tags,
        body: previewBody,
        response: { 200: SchedulePreview },
      },
      config: {
        scope: 'read',
        // The request writes nothing, so no response has to be stored for a repeated request.
        idempotencyKey: false,
        rules: [planRule('new'), captureListRule('items', 'scheduled', egressAllow)],
        problems: ['url_not_allowed'],
      },
    },
    async (request) => ({ ...(await previewSchedule(request.ctx, request.body)), maxItemsPerRequest }),
  );

  app.post(
    '/api/v1/schedules/:id/run',
    {
      schema: {
        operationId: 'runSchedule',
        summary: 'Run a schedule now',
        description:
          'Starts a manual run in a new execution. A paused or completed schedule can also be run. The timing of the schedule ' +
          'does not change.',
        tags,
        params,
        response: { 202: StartedExecution },
      },
      config: { problems: ['rate_limited'], responseHeaders: ['Location'] },
    },
    async (request, reply) => {
      const execution = await runSchedule(request.ctx, { scheduleId: request.params.id });
      await sendProgress(reply, { executionId: execution.id });
      return reply
        .code(202)
        .header('location', `${publicUrl()}/api/v1/executions/${execution.id}`)
        .send(execution);
    },
  );

  app.post(
    '/api/v1/schedules/:id/pause',
    {
      schema: {
        operationId: 'pauseSchedule',
        summary: 'Pause a schedule',
        description:
          'A paused schedule has the status ACTIVE and no `nextRunAt`. Manual runs are still possible. Pausing a paused ' +
          'schedule has no effect. Returns 409 if the schedule is completed.',
        tags,
        params,
        querystring,
        response: { 200: ExpandedSchedule },
      },
      config: { rules: [scheduleExpandRule], problems: ['conflict'] },
    },
    async (request) =>
      pauseSchedule(request.ctx, {
        scheduleId: request.params.id,
        expand: parseExpand(request.query.expand),
      }),
  );

  app.post(
    '/api/v1/schedules/:id/resume',
    {
      schema: {
        operationId: 'resumeSchedule',
        summary: 'Resume a paused schedule',
        description:
          'The next run is the first one after the current time. Runs that were due during the pause are not run later and do not count ' +
          'as missed. A schedule without further runs becomes COMPLETED. Resuming a schedule that is not paused has no effect. ' +
          'Returns 409 if the schedule is completed.',
        tags,
        params,
        querystring,
        response: { 200: ExpandedSchedule },
      },
      config: { rules: [scheduleExpandRule], problems: ['conflict'] },
    },
    async (request) =>
      resumeSchedule(request.ctx, {
        scheduleId: request.params.id,
        expand: parseExpand(request.query.expand),
      }),
  );
}
