import { type OptionsOf, requestInit } from '../call-options.ts';
import type {
  CreateSchedule,
  ListedSchedule,
  PreviewSchedule,
  Schedule,
  ScheduleExecution,
  SchedulePreview,
  UpdateSchedule,
} from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';
import { type StartedExecution, startExecution } from '../started-execution.ts';

export function schedules(raw: RawClient) {
  return {
    list(options: OptionsOf<'listSchedules'> = {}): List<ListedSchedule> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/schedules', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    async create(body: CreateSchedule, options: OptionsOf<'createSchedule'> = {}): Promise<Schedule> {
      const { query, init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/schedules', { params: { query }, body, ...init }));
    },

    get(id: number, options: OptionsOf<'getSchedule'> = {}): ResourceRead<Schedule> {
      const { query, init } = requestInit(options);
      return readResource(raw.GET('/api/v1/schedules/{id}', { params: { path: { id }, query }, ...init }));
    },

    async update(
      id: number,
      body: UpdateSchedule,
      options: OptionsOf<'updateSchedule'> = {},
    ): Promise<Schedule> {
      const { query, init } = requestInit(options);
      const params = { path: { id }, query };
      return unwrap(await raw.PATCH('/api/v1/schedules/{id}', { params, body, ...init }));
    },

    /** Stops and hides a schedule. Active executions finish, unless `running` is `cancel`. */
    async delete(id: number, options: OptionsOf<'deleteSchedule'> = {}): Promise<void> {
      const { query, init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/schedules/{id}', { params: { path: { id }, query }, ...init }));
    },

    /** Validates a timing and returns its next runs, without creating a schedule. */
    async preview(
      body: PreviewSchedule,
      options: OptionsOf<'previewSchedule'> = {},
    ): Promise<SchedulePreview> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/schedules/preview', { body, ...init }));
    },

    /** Starts an execution of the schedule now. */
    run(id: number, options: OptionsOf<'runSchedule'> = {}): StartedExecution {
      const { init } = requestInit(options);
      const start = raw.POST('/api/v1/schedules/{id}/run', { params: { path: { id } }, ...init });
      return startExecution(raw, start.then(unwrap), options);
    },

    /** The executions of a schedule, even if it is deleted. */
    executions(
      scheduleId: number,
      options: OptionsOf<'listScheduleExecutions'> = {},
    ): List<ScheduleExecution> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/schedules/{scheduleId}/executions', {
          params: { path: { scheduleId }, query: { ...query, ...position } },
          ...init,
        }),
      );
    },

    async pause(id: number, options: OptionsOf<'pauseSchedule'> = {}): Promise<Schedule> {
      const { query, init } = requestInit(options);
      const params = { path: { id }, query };
      return unwrap(await raw.POST('/api/v1/schedules/{id}/pause', { params, ...init }));
    },

    async resume(id: number, options: OptionsOf<'resumeSchedule'> = {}): Promise<Schedule> {
      const { query, init } = requestInit(options);
      const params = { path: { id }, query };
      return unwrap(await raw.POST('/api/v1/schedules/{id}/resume', { params, ...init }));
    },
  };
}
