// A large schedule needs several requests. All pages are validated before the first request that changes something:
//   validate ─► create with the first pages and a run in the far future ─► add the others ─► set the timing
// If a request fails after the creation, the schedule is deleted. If that also fails, PartlySaved reports how many pages were added.
import type { FieldError, PolicyRequest, TimingRequest } from '@shotclock/client';
import { client } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { texts } from '../../texts/texts.ts';
import { createRequest, type Draft, timingOf, updateRequest } from './draft.ts';

const { form } = texts.schedules;

/** The form contains errors, and nothing was changed. */
export class Refused extends Error {
  readonly errors: readonly FieldError[];
  constructor(errors: readonly FieldError[]) {
    super('The form has faults');
    this.errors = errors;
  }
}

/** Some pages were added before a request failed. */
export class PartlySaved extends Error {
  readonly scheduleId: number;
  readonly added: number;
  constructor(scheduleId: number, added: number, cause: unknown) {
    super('A part of the pages was added', { cause });
    this.scheduleId = scheduleId;
    this.added = added;
  }
}

export type Save = {
  /** The initial values of the form. */
  before: Draft;
  draft: Draft;
  urls: readonly string[];
  /** The IDs of removed items to restore. They correspond to the last URLs. */
  restored: readonly number[];
  /** Receives the number of pages that have been added or restored. */
  onProgress: (added: number) => void;
};

/** Saving requires several requests, and a short connection loss must not make any of them fail. */
const patient = { maxRetries: 5 };
const removalsAtOnce = 4;
type Plan = { schedule: TimingRequest; policy?: PolicyRequest };
/** Any valid plan, for requests that only validate pages. */
const anyPlan: Plan = { schedule: { type: 'CRON', cronExpression: '@daily' } };
const planOf = (draft: Draft): Plan => {
  const { schedule, policy } = createRequest(draft, []);
  return { schedule, ...(policy && { policy }) };
};

/** The timing while pages are being added, so that no run starts with only some of the pages. */
const farAway = (): TimingRequest => ({
  type: 'ONCE',
  firstRunAt: new Date(Date.now() + 365 * 86_400_000).toISOString(),
});

/**
 * Creates a schedule with all its pages, or does not create it.
 * @returns its ID
 * @throws Refused, PartlySaved, or the problem of a request that changed nothing
 */
export async function createSchedule(save: Save): Promise<number> {
  const { draft, urls, onProgress } = save;
  if (draft.name.trim() === '') throw new Refused([fault('/name', form.nameMissing)]);
  const batch = await validate(urls, { existing: 0, plan: planOf(draft) });
  const request = createRequest(draft, urls.slice(0, batch));
  const isWhole = urls.length <= batch;
  const { id } = await client.schedules
    .create(isWhole ? request : { ...request, schedule: farAway() }, patient)
    .catch(refuse);
  if (isWhole) return id;
  onProgress(batch);
  try {
    await addPages(id, save, { from: batch, batch });
    await client.schedules.update(id, { schedule: timingOf(draft) }, patient);
  } catch (error) {
    const [added, cause] = error instanceof PartlySaved ? [error.added, error.cause] : [urls.length, error];
    await client.schedules.delete(id).catch(() => {
      throw new PartlySaved(id, added, cause);
    });
    throw cause;
  }
  return id;
}

/** Completes a schedule that `createSchedule` created only in part. @throws like `updateSchedule` */
export async function completeSchedule(id: number, existing: number, save: Save): Promise<void> {
  const batch = await validate(save.urls, { existing, plan: planOf(save.draft) });
  await addPages(id, save, { from: 0, batch });
  const { items: _, ...changes } = createRequest(save.draft, []);
  await client.schedules.update(id, changes, patient).catch(refuse);
}

/**
 * Changes a schedule: removes pages, adds others and restores removed pages.
 * @param save.remaining number of pages that are not removed
 * @throws Refused, PartlySaved, or the problem of a request
 */
export async function updateSchedule(
  id: number,
  { remaining, ...save }: Save & { remaining: number },
): Promise<void> {
  const { before, draft, urls } = save;
  const batch = urls.length === 0 ? 0 : await validate(urls, { existing: remaining, plan: anyPlan });
  const changes = updateRequest(before, draft);
  if (changes) await client.schedules.update(id, changes, patient).catch(refuse);
  await removeItems(id, draft.removedItems);
  const added = urls.slice(0, urls.length - save.restored.length);
  await addPages(id, { ...save, urls: added }, { from: 0, batch });
  await restoreItems(id, save, added.length);
}

/** Restores items one by one. @throws PartlySaved if a request fails after pages were added or restored */
async function restoreItems(
  scheduleId: number,
  { urls, restored, onProgress }: Save,
  added: number,
): Promise<void> {
  for (const [index, itemId] of restored.entries()) {
    const url = urls[added + index]!;
    await client.items
      .restore(scheduleId, itemId, patient)
      .catch((error) => {
        // The item no longer exists.
        if (problemOf(error)?.code !== 'not_found') throw error;
        return client.items.add(scheduleId, [{ url }], patient);
      })
      .catch((error) => {
        throw added + index === 0 ? error : new PartlySaved(scheduleId, added + index, error);
      });
    onProgress(added + index + 1);
  }
}

async function removeItems(scheduleId: number, itemIds: readonly number[]): Promise<void> {
  const waiting = [...itemIds];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      await client.items.delete(scheduleId, id, patient).catch((error) => {
        // An earlier attempt or another client may have removed the item.
        if (problemOf(error)?.code !== 'not_found') throw error;
      });
  };
  await Promise.all(Array.from({ length: removalsAtOnce }, work));
}

/** Adds the pages starting at index `from`, in several requests. @throws PartlySaved if a request fails after pages were added */
async function addPages(
  scheduleId: number,
  { urls, onProgress }: Save,
  { from, batch }: { from: number; batch: number },
): Promise<void> {
  for (let first = from; first < urls.length; first += batch) {
    const items = urls.slice(first, first + batch).map((url) => ({ url }));
    try {
      await client.items.add(scheduleId, items, patient);
    } catch (error) {
      const errors = errorsOf(error, first);
      const cause = errors.length > 0 ? new Refused(errors) : error;
      throw first === 0 ? cause : new PartlySaved(scheduleId, first, cause);
    }
    onProgress(Math.min(first + batch, urls.length));
  }
}

/**
 * Validates a plan and all pages without changing anything.
 * @param options.existing number of other pages in the schedule
 * @returns the number of pages that one request can contain
 * @throws Refused with all errors
 */
async function validate(
  urls: readonly string[],
  { existing, plan }: { existing: number; plan: Plan },
): Promise<number> {
  const { maxItems, maxItemsPerRequest } = await client.schedules.preview({ ...anyPlan, count: 1 }, patient);
  const total = existing + urls.length;
  if (total > maxItems) throw new Refused([fault('/items', form.pagesTooMany(maxItems, total))]);
  const errors: FieldError[] = [];
  for (let first = 0; first < urls.length; first += maxItemsPerRequest) {
    const items = urls.slice(first, first + maxItemsPerRequest).map((url) => ({ url }));
    const body = { ...(first === 0 ? plan : anyPlan), items, count: 1 };
    await client.schedules.preview(body, patient).catch((error) => {
      const found = errorsOf(error, first);
      if (found.length === 0) throw error;
      errors.push(...found);
    });
  }
  if (errors.length > 0) throw new Refused(errors);
  return maxItemsPerRequest;
}

/** An error that the form itself detects. */
export const fault = (path: string, message: string): FieldError => ({ path, code: 'invalid', message });

/** @throws Refused if the API reported validation errors, otherwise the error itself */
function refuse(error: unknown): never {
  const errors = errorsOf(error, 0);
  throw errors.length > 0 ? new Refused(errors) : error;
}

/**
 * The validation errors in a request whose pages start at index `first` of the whole list. If `first` is 200, `/3/url`
 * and `/items/3/url` become `/items/203/url`.
 */
function errorsOf(error: unknown, first: number): FieldError[] {
  return (problemOf(error)?.errors ?? []).map((one) => ({
    ...one,
    path: one.path.replace(/^(?:\/items)?\/(\d+)/, (_, index: string) => `/items/${Number(index) + first}`),
  }));
}
