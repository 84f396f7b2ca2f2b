import { type OptionsOf, requestInit } from './call-options.ts';
import { type FollowOptions, follow, lastState } from './follow.ts';
import type { ScheduleExecution } from './openapi.gen.ts';
import { unwrap } from './problem-error.ts';
import type { RawClient } from './raw-client.ts';

/**
 * An execution that the API has started. Await it to read its first state, follow its progress, or wait for it to end.
 */
export type StartedExecution = Promise<ScheduleExecution> & {
  /** Yields the execution immediately, and again whenever its counters or status change, until it has ended. */
  progress(options?: FollowOptions): AsyncGenerator<ScheduleExecution>;
  /** Resolves when the execution has ended, even if it failed; see its `status`. */
  wait(options?: FollowOptions): Promise<ScheduleExecution>;
};

/** Follows an execution. Its reads use the options of the call that started the execution. */
export function startExecution(
  raw: RawClient,
  started: Promise<ScheduleExecution>,
  options: OptionsOf<'getScheduleExecution'>,
): StartedExecution {
  const { query, init } = requestInit(options);
  const read = async (signal?: AbortSignal): Promise<ScheduleExecution> => {
    const params = { path: { id: (await started).id }, query };
    return unwrap(await raw.GET('/api/v1/executions/{id}', { params, ...init, ...(signal && { signal }) }));
  };
  const states = (followOptions: FollowOptions = {}) =>
    follow(started, { read, isFinished }, { signal: options.signal, ...followOptions });
  return Object.assign(started, {
    progress: (options?: FollowOptions) => changesOf(states(options)),
    wait: (options?: FollowOptions) => lastState(states(options)),
  });
}

const isFinished = ({ status }: ScheduleExecution) => status !== 'PROCESSING';

/** Skips states that differ from the previous state only in `processingTimeMs`. */
async function* changesOf(states: AsyncGenerator<ScheduleExecution>): AsyncGenerator<ScheduleExecution> {
  let previous = '';
  for await (const state of states) {
    const { status, totalItems, successfulItems, failedItems } = state;
    const current = `${status} ${totalItems} ${successfulItems} ${failedItems}`;
    if (current !== previous) yield state;
    previous = current;
  }
}
