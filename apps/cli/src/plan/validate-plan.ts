import type { ShotclockClient } from '@shotclock/client/source';
import { type Comparison, comparisonErrors } from '@shotclock/contracts';
import type { Fault } from '../schema-faults.ts';
import { inFile, withIndex } from './in-file.ts';
import type { ScheduleStep } from './plan.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { type Entry, type Fields, requestOfItem } from './schedule-spec.ts';

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
    const faults = comparisonFaults(file.entries[step.index]!, `/schedules/${step.index}`);
    if (faults.length > 0) throw file.error(faults);
    for (let first = 0; first === 0 || first < sent.length; first += maxItemsPerRequest) {
      const part = sent.slice(first, first + maxItemsPerRequest);
      const body = {
        count: 1,
        schedule: isSent('schedule') ? schedule : anyTiming,
        ...(isSent('policy') && policy !== undefined && { policy }),
        ...(part.length > 0 && { items: part.map((index) => requestOfItem(items[index]!)) }),
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

/** A preview does not contain the comparisons of items. The server also refuses regions outside the image. */
function comparisonFaults({ policy, items = [] }: Entry, path: string): Fault[] {
  const { comparison } = (policy ?? {}) as { comparison?: Fields | null };
  const mode = (comparison?.mode ?? null) as Comparison['mode'] | null;
  return items.flatMap((item, index) =>
    comparisonErrors({ mode, ...item.comparison }, `${path}/items/${index}/comparison`),
  );
}
