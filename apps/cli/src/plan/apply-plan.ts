// Each change is conditional on a version that equals the planned one. A run changes the version of its schedule, so a refused
// change is repeated with the new version if the resource is otherwise still the same.
import { isDeepStrictEqual } from 'node:util';
import {
  type CreateSchedule,
  type ItemRequest,
  ProblemError,
  type ShotclockClient,
  type UpdateItem,
  type UpdateSchedule,
} from '@shotclock/client/source';
import { StartError } from '@shotclock/runtime/start-error';
import { patchOf } from './changes.ts';
import type { ItemStep, ScheduleStep } from './plan.ts';
import {
  itemExpand,
  readItem,
  readItemToDelete,
  readSchedule,
  readScheduleToDelete,
  scheduleExpand,
} from './read-schedules.ts';
import type { ScheduleFile } from './schedule-file.ts';
import type { Fields } from './schedule-spec.ts';

const attempts = 5;
/** Any valid timing will do: a preview requires one. */
const anyTiming = { type: 'CRON', cronExpression: '@daily' } as const;

/**
 * Checks with the server whether the plan can be applied, without changing anything.
 * @returns the maximum number of items that one request can contain
 * @throws StartError with the position of each fault in the file
 */
export async function validatePlan(
  client: ShotclockClient,
  steps: ScheduleStep[],
  file: ScheduleFile,
): Promise<number> {
  const { maxItemsPerRequest } = await client.schedules.preview({ schedule: anyTiming, count: 1 });
  for (const step of steps) {
    if (step.action !== 'create' && step.action !== 'change') continue;
    const { schedule, policy, items = [] } = file.entries[step.index]!;
    const isSent = (name: string) =>
      step.action === 'create' || step.changes.some(({ path }) => path[0] === name);
    const sent =
      step.action === 'create'
        ? items.map((_, index) => index)
        : step.items.flatMap((item) => ('index' in item ? [item.index] : []));
    for (let first = 0; first === 0 || first < sent.length; first += maxItemsPerRequest) {
      const part = sent.slice(first, first + maxItemsPerRequest);
      const body = {
        count: 1,
        schedule: isSent('schedule') ? schedule : anyTiming,
        ...(isSent('policy') && policy !== undefined && { policy }),
        ...(part.length > 0 && { items: part.map((index) => items[index]) }),
      } as Parameters<typeof client.schedules.preview>[0];
      await inFile(
        file,
        step.index,
        (path) => withIndex(path, part),
        () => client.schedules.preview(body),
      );
    }
  }
  return maxItemsPerRequest;
}

type Applied = { client: ShotclockClient; file: ScheduleFile; maxItemsPerRequest: number };

/** @throws StartError. Earlier steps have been applied then. */
export async function applyStep(applied: Applied, step: ScheduleStep): Promise<void> {
  const { client, file } = applied;
  if (step.action === 'create') return create(applied, step.index);
  if (step.action === 'keep') return;
  const { id, spec: before } = step.before;
  const name = `Schedule ${id}`;
  if (step.action !== 'change')
    return whileUnchanged({ name, before, read: () => readScheduleToDelete(client, id) }, (ifMatch) =>
      client.schedules.delete(id, { ifMatch }),
    );
  const entry = file.entries[step.index]!;
  const setsPause = step.changes.some(({ path }) => path[0] === 'paused');
  if (setsPause && entry.paused) await client.schedules.pause(id);
  const changes = step.changes.filter(({ path }) => path[0] !== 'paused');
  if (changes.length > 0) {
    const patch = patchOf(changes);
    // With its type, a timing is replaced as a whole, so that fields of another type do not remain.
    const timing = changes.some(({ path }) => path.join('.') === 'schedule.type')
      ? entry.schedule
      : patch.schedule;
    const body = { ...patch, ...(timing !== undefined && { schedule: timing }) } as UpdateSchedule;
    await inFile(file, step.index, same, () =>
      whileUnchanged({ name, before, read: () => readSchedule(client, id) }, (ifMatch) =>
        client.schedules.update(id, body, { ifMatch, expand: scheduleExpand }),
      ),
    );
  }
  await applyItems(applied, step.index, id, step.items);
  if (setsPause && !entry.paused) await client.schedules.resume(id);
}

async function create({ client, file, maxItemsPerRequest }: Applied, index: number): Promise<void> {
  const { id: _, paused, items: given = [], ...fields } = file.entries[index]!;
  const items = given as ItemRequest[];
  await inFile(file, index, same, async () => {
    const body = { ...fields, items: items.slice(0, maxItemsPerRequest) } as CreateSchedule;
    const { id } = await client.schedules.create(body);
    if (paused) await client.schedules.pause(id);
    if (items.length > maxItemsPerRequest) await client.items.addAll(id, items.slice(maxItemsPerRequest));
  });
}

async function applyItems({ client, file }: Applied, index: number, scheduleId: number, steps: ItemStep[]) {
  const items = (file.entries[index]!.items ?? []) as ItemRequest[];
  for (const step of steps) {
    if (step.action === 'create' || step.action === 'keep') continue;
    const name = `Page ${step.id} of schedule ${scheduleId}`;
    const { before } = step;
    if (step.action !== 'change')
      await whileUnchanged(
        { name, before, read: () => readItemToDelete(client, scheduleId, step.id) },
        (ifMatch) => client.items.delete(scheduleId, step.id, { ifMatch }),
      );
    else {
      const body = patchOf(step.changes) as UpdateItem;
      const toItem = (path: string) => `/items/${step.index}${path}`;
      await inFile(file, index, toItem, () =>
        whileUnchanged({ name, before, read: () => readItem(client, scheduleId, step.id) }, (ifMatch) =>
          client.items.update(scheduleId, step.id, body, { ifMatch, expand: itemExpand }),
        ),
      );
    }
  }
  const added = steps.flatMap((step) => (step.action === 'create' ? [step.index] : []));
  if (added.length > 0)
    await inFile(
      file,
      index,
      (path) => withIndex(`/items${path}`, added),
      () =>
        client.items.addAll(
          scheduleId,
          added.map((one) => items[one]!),
        ),
    );
}

type Planned = { name: string; before: Fields; read: () => Promise<{ etag: string; spec: Fields }> };

/** @throws StartError if the resource is no longer as it was planned */
async function whileUnchanged(
  { name, before, read }: Planned,
  write: (etag: string) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { etag, spec } = await read();
    if (!isDeepStrictEqual(spec, before))
      throw new StartError(`${name} was changed while the plan was made. Run the command again.`);
    try {
      await write(etag);
      return;
    } catch (error) {
      const isRefused = error instanceof ProblemError && error.code === 'precondition_failed';
      if (!isRefused || attempt === attempts) throw error;
    }
  }
}

const same = (path: string): string => path;
/** Replaces the index in a request with the index in the file. */
const withIndex = (path: string, indexes: number[]): string =>
  path.replace(/^\/items\/(\d+)/, (_, index: string) => `/items/${indexes[Number(index)]}`);

/** Converts validation errors of the server to errors at their position in the file. */
async function inFile<T>(
  file: ScheduleFile,
  index: number,
  pathInEntry: (path: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError && error.problem?.errors)) throw error;
    throw file.error(
      error.problem.errors.map(({ path, message }) => ({
        path: `/schedules/${index}${pathInEntry(path)}`,
        message,
      })),
    );
  }
}
