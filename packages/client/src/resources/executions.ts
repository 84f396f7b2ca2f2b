import { type OptionsOf, requestInit } from '../call-options.ts';
import type { ScheduleExecution, Screenshot } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type StartedExecution, startExecution } from '../started-execution.ts';

export function executions(raw: RawClient) {
  return {
    /** The executions of all schedules. */
    list(options: OptionsOf<'listExecutions'> = {}): List<ScheduleExecution> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/executions', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** Reads an execution. If it is still active, its progress can be followed. */
    get(id: number, options: OptionsOf<'getScheduleExecution'> = {}): StartedExecution {
      const { query, init } = requestInit(options);
      const read = raw.GET('/api/v1/executions/{id}', { params: { path: { id }, query }, ...init });
      return startExecution(raw, read.then(unwrap), options);
    },

    /** Cancels the waiting and running captures of an execution. */
    async cancel(id: number, options: OptionsOf<'cancelScheduleExecution'> = {}): Promise<ScheduleExecution> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/executions/{id}/cancel', { params: { path: { id } }, ...init }));
    },

    /**
     * Starts a new execution of an execution's failed items; `include` adds items whose capture does not show the requested page.
     */
    retryFailed(id: number, options: OptionsOf<'retryFailedItems'> = {}): StartedExecution {
      const { query, init } = requestInit(options);
      const params = { path: { id }, query };
      const start = raw.POST('/api/v1/executions/{id}/retry-failed', { params, ...init });
      return startExecution(raw, start.then(unwrap), options);
    },

    /** The screenshots of an execution. */
    screenshots(id: number, options: OptionsOf<'listExecutionScreenshots'> = {}): List<Screenshot> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/executions/{id}/screenshots', {
          params: { path: { id }, query: { ...query, ...position } },
          ...init,
        }),
      );
    },
  };
}
