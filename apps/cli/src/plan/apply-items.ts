import type { ShotclockClient, UpdateItem, UpdateItemComparison } from '@shotclock/client/source';
import { patchOf } from './changes.ts';
import { inFile, withIndex } from './in-file.ts';
import type { ItemStep } from './plan.ts';
import { itemExpand, readComparison, readItem, readItemToDelete } from './read-schedules.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { requestOfItem } from './schedule-spec.ts';
import { whileUnchanged } from './while-unchanged.ts';

/** What the steps change: the items of a schedule, which is at `index` in the file. */
type Target = { client: ShotclockClient; file: ScheduleFile; index: number; scheduleId: number };

/** @throws StartError if a step fails; earlier steps remain applied */
export async function applyItems(target: Target, steps: ItemStep[]): Promise<void> {
  const { client, file, index, scheduleId } = target;
  for (const step of steps) {
    if (step.action === 'change') await changeItem(target, step);
    if (step.action !== 'delete') continue;
    const name = nameOf(target, step.id);
    const read = () => readItemToDelete(client, scheduleId, step.id);
    await whileUnchanged({ name, before: step.before, read }, (ifMatch) =>
      client.items.delete(scheduleId, step.id, { ifMatch }),
    );
  }
  const items = file.entries[index]!.items ?? [];
  const added = steps.flatMap((step) => (step.action === 'create' ? [step.index] : []));
  if (added.length === 0) return;
  const created = await inFile(
    file,
    index,
    (path) => withIndex(`/items${path}`, added),
    () =>
      client.items.addAll(
        scheduleId,
        added.map((one) => requestOfItem(items[one]!)),
      ),
  );
  await setComparisons(
    target,
    created.map(({ id }, at) => ({ id, index: added[at]! })),
  );
}

/** Sets the comparisons of new items, because requests that create items cannot contain them. */
export async function setComparisons(
  { client, file, index, scheduleId }: Target,
  created: { id: number; index: number }[],
): Promise<void> {
  const items = file.entries[index]!.items ?? [];
  for (const { id, index: at } of created) {
    const { comparison } = items[at]!;
    if (comparison)
      await inFile(file, index, pathOfComparison(at), () =>
        client.items.updateComparison(scheduleId, id, comparison),
      );
  }
}

async function changeItem(target: Target, step: Extract<ItemStep, { action: 'change' }>): Promise<void> {
  const { client, file, index, scheduleId } = target;
  const { id, before } = step;
  const name = nameOf(target, id);
  const { comparison, ...body } = patchOf(step.changes);
  if (Object.keys(body).length > 0)
    await inFile(file, index, pathOfItem(step.index), () =>
      whileUnchanged({ name, before, read: () => readItem(client, scheduleId, id) }, (ifMatch) =>
        client.items.update(scheduleId, id, body as UpdateItem, { ifMatch, expand: itemExpand }),
      ),
    );
  if (comparison === undefined) return;
  const planned = {
    name,
    before: before.comparison ?? {},
    read: () => readComparison(client, scheduleId, id),
  };
  await inFile(file, index, pathOfComparison(step.index), () =>
    whileUnchanged(planned, (ifMatch) =>
      client.items.updateComparison(scheduleId, id, comparison as UpdateItemComparison, { ifMatch }),
    ),
  );
}

const nameOf = ({ scheduleId }: Target, id: number): string => `Page ${id} of schedule ${scheduleId}`;
const pathOfItem = (index: number) => (path: string) => `/items/${index}${path}`;
const pathOfComparison = (index: number) => (path: string) => `/items/${index}/comparison${path}`;
