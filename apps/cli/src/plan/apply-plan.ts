import type { CreateSchedule, ShotclockClient, UpdateSchedule } from '@shotclock/client/source';
import { applyItems, setComparisons } from './apply-items.ts';
import { patchOf } from './changes.ts';
import { inFile, samePath } from './in-file.ts';
import type { ScheduleStep } from './plan.ts';
import { readSchedule, readScheduleToDelete, scheduleExpand } from './read-schedules.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { requestOfItem } from './schedule-spec.ts';
import { whileUnchanged } from './while-unchanged.ts';

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
    await inFile(file, step.index, samePath, () =>
      whileUnchanged({ name, before, read: () => readSchedule(client, id) }, (ifMatch) =>
        client.schedules.update(id, body, { ifMatch, expand: scheduleExpand }),
      ),
    );
  }
  await applyItems({ client, file, index: step.index, scheduleId: id }, step.items);
  if (setsPause && !entry.paused) await client.schedules.resume(id);
}

async function create({ client, file, maxItemsPerRequest }: Applied, index: number): Promise<void> {
  const { id: _, paused, items: given = [], ...fields } = file.entries[index]!;
  const items = given.map(requestOfItem);
  const rest = items.slice(maxItemsPerRequest);
  const { scheduleId, created } = await inFile(file, index, samePath, async () => {
    const body = { ...fields, items: items.slice(0, maxItemsPerRequest) } as CreateSchedule;
    const { id, items: first } = await client.schedules.create(body);
    if (paused) await client.schedules.pause(id);
    const others = rest.length === 0 ? [] : await client.items.addAll(id, rest);
    return { scheduleId: id, created: [...first, ...others] };
  });
  await setComparisons(
    { client, file, index, scheduleId },
    created.map(({ id }, at) => ({ id, index: at })),
  );
}
