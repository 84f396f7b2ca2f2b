// limits ─► validate all items ─► add them, in requests of at most `maxItemsPerRequest`
// An invalid item is found before anything is added. If a later request fails, PartlyAddedError contains what was
// added.
import { type CallOptions, requestInit } from './call-options.ts';
import type { CaptureRequest, Problem, ScheduleItem } from './openapi.gen.ts';
import { ProblemError, unwrap } from './problem-error.ts';
import type { RawClient } from './raw-client.ts';

export type AddAllOptions = Omit<CallOptions, 'ifMatch'> & {
  /** Called after each request with the number of items that have been added. */
  onProgress?: (added: number) => void;
};

/** A request failed, with `cause`, after others had added items. */
export class PartlyAddedError extends Error {
  override readonly name = 'PartlyAddedError';
  /** The items that were added: the first items of the list, in order. */
  readonly added: readonly ScheduleItem[];

  constructor(added: readonly ScheduleItem[], cause: unknown) {
    super(`A request failed after ${added.length} items had been added`, { cause });
    this.added = added;
  }
}

/** A valid timing: the preview validates a schedule, but only the items matter here. */
const anySchedule = { type: 'CRON', cronExpression: '@daily' } as const;

/** @throws RangeError or ProblemError if nothing was added, otherwise PartlyAddedError */
export async function addAllItems(
  raw: RawClient,
  { scheduleId, items }: { scheduleId: number; items: readonly CaptureRequest[] },
  { onProgress, idempotencyKey, ...options }: AddAllOptions,
): Promise<ScheduleItem[]> {
  const { init } = requestInit(options);
  const preview = (part: CaptureRequest[]) =>
    raw.POST('/api/v1/schedules/preview', {
      body: { schedule: anySchedule, count: 1, ...(part.length > 0 && { items: part }) },
      ...init,
    });
  const { maxItems, maxItemsPerRequest } = unwrap(await preview([]));
  const params = { path: { scheduleId } };
  const existing = await raw.GET('/api/v1/schedules/{scheduleId}/items', {
    params: { ...params, query: { size: 1 } },
    ...init,
  });
  const { totalElements } = unwrap(existing);
  if (totalElements + items.length > maxItems)
    throw new RangeError(
      `A schedule can have at most ${maxItems} items. This one has ${totalElements}, and the list has ${items.length}.`,
    );
  const parts = Array.from({ length: Math.ceil(items.length / maxItemsPerRequest) }, (_, index) => {
    const first = index * maxItemsPerRequest;
    return { first, body: items.slice(first, first + maxItemsPerRequest) };
  });
  const faults: ProblemError[] = [];
  for (const { first, body } of parts)
    try {
      unwrap(await preview(body));
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem?.errors)) throw error;
      faults.push(ofWholeList(error, first));
    }
  if (faults.length > 0) throw joined(faults);

  const added: ScheduleItem[] = [];
  for (const { first, body } of parts) {
    // Each request needs its own key, which is the same when the call is repeated.
    const { init } = requestInit({
      ...options,
      ...(idempotencyKey !== undefined && { idempotencyKey: `${idempotencyKey}-${first}` }),
    });
    try {
      const post = raw.POST('/api/v1/schedules/{scheduleId}/items', { params, body, ...init });
      added.push(...unwrap(await post));
    } catch (error) {
      const cause = error instanceof ProblemError ? ofWholeList(error, first) : error;
      throw added.length === 0 ? cause : new PartlyAddedError(added, cause);
    }
    onProgress?.(added.length);
  }
  return added;
}

/** The problem of a part with the paths of the whole list: `/items/3/url` or `/3/url` of the part from item 200 becomes `/203/url`. */
function ofWholeList(error: ProblemError, first: number): ProblemError {
  if (!error.problem?.errors) return error;
  const errors = error.problem.errors.map((one) => ({
    ...one,
    path: one.path.replace(/^(?:\/items)?\/(\d+)/, (_, index: string) => `/${Number(index) + first}`),
  }));
  return new ProblemError(error.status, { ...error.problem, errors }, error.retryAfterSeconds);
}

/** The first problem with the faults of all. */
function joined([first, ...others]: ProblemError[]): ProblemError {
  const problem = first!.problem as Problem;
  const errors = [first!, ...others].flatMap((one) => one.problem?.errors ?? []);
  return new ProblemError(first!.status, { ...problem, errors }, first!.retryAfterSeconds);
}
