// limits ─► validate all items ─► add them, in requests of at most `maxItemsPerRequest` All items are validated before
// the first one is added. If a request then fails, PartlyAddedError contains the items that were added before.
import { type CallOptions, requestInit } from './call-options.ts';
import type { ItemRequest, Problem, ScheduleItem } from './openapi.gen.ts';
import { ProblemError, unwrap } from './problem-error.ts';
import type { RawClient } from './raw-client.ts';

export type AddAllOptions = Omit<CallOptions, 'ifMatch'> & {
  /** Called after each request with the number of items added so far. */
  onProgress?: (added: number) => void;
};

/** A request failed after earlier requests had added items. `cause` is the error of that request. */
export class PartlyAddedError extends Error {
  override readonly name = 'PartlyAddedError';
  /** The items that were added, which are the first ones in the list, in order. */
  readonly added: readonly ScheduleItem[];

  constructor(added: readonly ScheduleItem[], cause: unknown) {
    super(`A request failed after ${added.length} items had been added`, { cause });
    this.added = added;
  }
}

/** Any valid timing will do: the preview requires one, although only the items are validated here. */
const anySchedule = { type: 'CRON', cronExpression: '@daily' } as const;

/** @throws RangeError or ProblemError if nothing was added; otherwise PartlyAddedError */
export async function addAllItems(
  raw: RawClient,
  { scheduleId, items }: { scheduleId: number; items: readonly ItemRequest[] },
  { onProgress, idempotencyKey, ...options }: AddAllOptions,
): Promise<ScheduleItem[]> {
  const { init } = requestInit(options);
  const preview = (part: ItemRequest[]) =>
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
    // Each request needs a key of its own, and another call with the same key must send the same keys again.
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

/** Converts the paths in a batch's problem to paths in the whole list: `/items/3/url` or `/3/url` in the batch from item 200 is `/203/url`. */
function ofWholeList(error: ProblemError, first: number): ProblemError {
  if (!error.problem?.errors) return error;
  const errors = error.problem.errors.map((one) => ({
    ...one,
    path: one.path.replace(/^(?:\/items)?\/(\d+)/, (_, index: string) => `/${Number(index) + first}`),
  }));
  return new ProblemError(error.status, { ...error.problem, errors }, error.retryAfterSeconds);
}

/** Returns the first problem, with the validation errors of all problems. */
function joined([first, ...others]: ProblemError[]): ProblemError {
  const problem = first!.problem as Problem;
  const errors = [first!, ...others].flatMap((one) => one.problem?.errors ?? []);
  return new ProblemError(first!.status, { ...problem, errors }, first!.retryAfterSeconds);
}
