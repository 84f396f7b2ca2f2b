// file + server ─► steps. A schedule is identified by the `id` in the file, or else by its name; an item by its URL, where items
// that are completely equal are matched first.
import { isDeepStrictEqual } from 'node:util';
import { defaultPolicy } from '@shotclock/contracts';
import type { Fault } from '../schema-faults.ts';
import { type Change, changesBetween } from './changes.ts';
import type { ServerSchedule } from './read-schedules.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { type Entry, type Fields, type ItemSpec, type ScheduleSpec, specOfEntry } from './schedule-spec.ts';

/** `index` is the position in the file. `keep`: the item is not in the file, and is not deleted without `--prune`. */
export type ItemStep =
  | { action: 'create'; url: string; index: number }
  | { action: 'change'; url: string; index: number; id: number; before: ItemSpec; changes: Change[] }
  | { action: 'delete' | 'keep'; url: string; id: number; before: ItemSpec };
export type ScheduleStep =
  | { action: 'create'; name: string; index: number }
  | {
      action: 'change';
      name: string;
      index: number;
      before: ServerSchedule;
      changes: Change[];
      items: ItemStep[];
    }
  | { action: 'delete' | 'keep'; name: string; before: ServerSchedule };

/** @throws StartError if the file does not identify its schedules */
export function planOf(
  file: ScheduleFile,
  server: ServerSchedule[],
  { prune }: { prune: boolean },
): ScheduleStep[] {
  const matches = matchingSchedules(file, server);
  const steps = file.entries.map((entry, index): ScheduleStep => {
    const before = matches[index];
    if (!before) return { action: 'create', name: entry.name, index };
    return { action: 'change', name: before.spec.name, index, before, ...differences(entry, before, prune) };
  });
  // A completed schedule is only a record.
  const others = server.filter((one) => !matches.includes(one) && !one.isCompleted);
  return [
    ...steps.filter((step) => step.action !== 'change' || step.changes.length + step.items.length > 0),
    ...others.map(
      (before): ScheduleStep => ({ action: prune ? 'delete' : 'keep', name: before.spec.name, before }),
    ),
  ];
}

function matchingSchedules({ entries, error }: ScheduleFile, server: ServerSchedule[]) {
  const faults: Fault[] = [];
  const matches = entries.map(({ id, name }, index) => {
    const found = server.filter((one) => (id === undefined ? one.spec.name === name : one.id === id));
    if (found.length > 1)
      faults.push({
        path: `/schedules/${index}/name`,
        message: `is the name of the schedules ${found.map((one) => one.id).join(', ')}; add the id of one of them`,
      });
    if (id !== undefined && found.length === 0)
      faults.push({ path: `/schedules/${index}/id`, message: `: there is no schedule ${id}` });
    return found[0];
  });
  for (const [index, found] of matches.entries())
    if (found && matches.indexOf(found) < index)
      faults.push({
        path: `/schedules/${index}/name`,
        message: `is the name of schedule ${found.id}, which is already in this file`,
      });
  if (faults.length > 0) throw error(faults);
  return matches;
}

function differences(entry: Entry, { spec: before, itemIds, isPaused }: ServerSchedule, prune: boolean) {
  const { items: oldItems, ...from } = before;
  const { items: newItems, ...to } = startingAs(before, specOfEntry(inZoneOf(before, entry)));
  const { paused = isPaused } = entry;
  const pausing = paused === isPaused ? [] : [{ path: ['paused'], from: isPaused, to: paused }];
  return {
    changes: [...changesBetween(from, to), ...pausing],
    items: itemSteps({ oldItems, newItems, itemIds, prune }),
  };
}

/** The server stores the name of a time zone in its official case. */
function inZoneOf({ policy }: ScheduleSpec, entry: Entry): Entry {
  const stored = (policy as Fields | undefined)?.timezone ?? defaultPolicy.timezone;
  const given = entry.policy as Fields | null | undefined;
  return String(given?.timezone).toLowerCase() === String(stored).toLowerCase()
    ? { ...entry, policy: { ...given, timezone: stored } }
    : entry;
}

/** An interval without a start keeps the start that the server chose. */
function startingAs({ schedule: { firstRunAt } }: ScheduleSpec, spec: ScheduleSpec): ScheduleSpec {
  const { type, firstRunAt: given } = spec.schedule;
  if (type !== 'INTERVAL' || given !== undefined || firstRunAt === undefined) return spec;
  return { ...spec, schedule: { ...spec.schedule, firstRunAt } };
}

type Items = { oldItems: ItemSpec[]; newItems: ItemSpec[]; itemIds: number[]; prune: boolean };

function itemSteps({ oldItems, newItems, itemIds, prune }: Items): ItemStep[] {
  const left = oldItems.map((before, index) => ({ id: itemIds[index]!, before }));
  const take = (isWanted: (before: ItemSpec) => boolean) => {
    const index = left.findIndex(({ before }) => isWanted(before));
    return index === -1 ? null : left.splice(index, 1)[0]!;
  };
  const others = newItems
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => take((before) => isDeepStrictEqual(before, item)) === null);
  const steps = others.map(({ item, index }): ItemStep => {
    const { url } = item;
    const old = take((before) => before.url === url);
    if (!old) return { action: 'create', url, index };
    return { action: 'change', url, index, ...old, changes: changesBetween(old.before, item) };
  });
  const removed = left.map(({ id, before }): ItemStep => {
    return { action: prune ? 'delete' : 'keep', url: before.url, id, before };
  });
  return [...steps, ...removed];
}
