import { ExpandedSchedule, Id, PreviewScheduleBody, SchedulePreview } from '@shotclock/contracts';
import { pauseSchedule, previewSchedule, resumeSchedule, runSchedule } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../api-instance.ts';
import { parseExpand } from '../validation/expand.ts';
import { Query } from '../validation/page-query.ts';
import { planRule } from '../validation/plan-rule.ts';
import { scheduleExpand, scheduleExpandRule } from '../validation/schedule-expand.ts';
import { StartedExecution } from './started-execution.ts';

const tags = ['Schedules'];
const params = Type.Object({ id: Id('Schedule ID.') });
const querystring = Query({ expand: scheduleExpand });

/** What is done with a schedule, beside reading and changing it. */
export function scheduleActionRoutes(app: Api, { publicUrl }: ApiDependencies): void {
  app.post(
    '/api/v1/schedules/preview',
    {
      schema: {
        operationId: 'previewSchedule',
        summary: 'Show when a schedule would run, in words and times',
        description:
          'Creates nothing. What creation refuses is refused here with the same errors. Jitter is left out, as it depends ' +
          'on the id that a schedule gets.',
        tags,
        body: PreviewScheduleBody,
        response: { 200: SchedulePreview },
      },
      config: { rules: [planRule('new')] },
    },
    async (request) => previewSchedule(request.ctx, request.body),
  );

  app.post(
    '/api/v1/schedules/:id/run',
    {
      schema: {
        operationId: 'runSchedule',
        summary: 'Run a schedule now',
        description:
          'The run is an execution of its own, also of a paused or completed schedule; the timing does not change.',
        tags,
        params,
        response: { 202: StartedExecution },
      },
      config: { responseHeaders: ['Location'] },
    },
    async (request, reply) => {
      const execution = await runSchedule(request.ctx, { scheduleId: request.params.id });
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
          'A paused schedule is ACTIVE, and its nextRunAt is null. It may still be run by hand. Pausing it again changes ' +
          'nothing.',
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
          'The next run is the first of its timing that is later than now: runs during the pause are neither made up for ' +
          'nor recorded as missed. A schedule that has no run left is COMPLETED.',
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
