// The form in which files and the server are compared: without nulls, and without the values that a request may omit. Equal
// schedules have equal specs.

import { isDeepStrictEqual } from 'node:util';
import type {
  ItemComparison,
  ItemRequest,
  ListedSchedule,
  Schedule,
  ScheduleItem,
  UpdateItemComparison,
} from '@shotclock/client/source';
import { defaultComparison, defaultPolicy, storedTags } from '@shotclock/contracts';

export type Fields = Record<string, unknown>;
export type ItemSpec = Fields & { url: string; comparison?: Fields };
export type ScheduleSpec = Fields & { name: string; schedule: Fields; items: ItemSpec[] };
/** A schedule in a file, after its validation. */
export type Entry = Fields & {
  id?: number;
  name: string;
  paused?: boolean;
  schedule: Fields;
  items?: FileItem[];
};
export type FileItem = ItemRequest & { comparison?: UpdateItemComparison | null };

/** The request that creates an item. Another request sets its comparison. */
export const requestOfItem = ({ comparison: _, ...request }: FileItem): ItemRequest => request;

/** The fields of a file's entry that are not part of the spec. */
const managed = ({ id, paused, ...fields }: Entry) => fields;

export function specOfEntry(entry: Entry): ScheduleSpec {
  const { name, description, tags, schedule, policy, items = [] } = managed(entry);
  return {
    name,
    ...withoutEmpty({
      description,
      tags: storedTags(tags as string[] | undefined),
      schedule: timingSpec(schedule),
      policy: policySpec((policy ?? {}) as Fields),
    }),
    items: items.map(({ tags, options, comparison, responseType: _, ...settings }) => ({
      ...withoutEmpty({
        ...settings,
        options: withoutEmpty((options ?? {}) as Fields),
        tags: storedTags(tags as string[] | undefined),
        comparison: withoutNulls((comparison ?? {}) as Fields),
      }),
    })),
  } as ScheduleSpec;
}

/** @param schedule with its items, options, own settings, policy, tags and comparisons */
export function specOfSchedule(
  schedule: Schedule | (ListedSchedule & { items: ScheduleItem[] }),
): ScheduleSpec {
  const { name, description, tags, schedule: timing, policy, items } = schedule;
  const { pausedAt: _, pauseReason: __, ...fields } = policy!;
  return {
    name,
    ...withoutEmpty({ description, tags, schedule: timingSpec(timing), policy: policySpec(fields) }),
    items: items.map(specOfItem),
  } as ScheduleSpec;
}

export function specOfItem(item: ScheduleItem): ItemSpec {
  const { url, own = [], options, tags, comparison } = item;
  const settings = Object.fromEntries(own.map((name) => [name, item[name]]));
  return {
    url,
    ...withoutEmpty({ ...settings, options: options ?? {}, tags, comparison: ownSpec(comparison) }),
  };
}

/** @param own the comparison values that an item sets itself */
export const ownSpec = (own: ItemComparison['own'] | null | undefined): Fields => withoutNulls(own ?? {});

function timingSpec({ firstRunAt, ...timing }: Fields): Fields {
  return withoutEmpty({ ...timing, firstRunAt: instant(firstRunAt) });
}

function policySpec({ comparison, options, defaults, endsAt, ...fields }: Fields): Fields {
  return withoutEmpty({
    ...withoutDefaults({ ...fields, endsAt: instant(endsAt) }, defaultPolicy),
    comparison: withoutDefaults((comparison ?? {}) as Fields, defaultComparison),
    options: withoutEmpty((options ?? {}) as Fields),
    defaults: withoutEmpty((defaults ?? {}) as Fields),
  });
}

/** Equal times can be written in several ways. */
const instant = (time: unknown) => (typeof time === 'string' ? new Date(time).toISOString() : undefined);

function withoutDefaults(fields: Fields, defaults: Fields): Fields {
  return withoutEmpty(
    Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name])),
    ),
  );
}

/** Unlike null, the empty conditions of an item replace those of its schedule. */
const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
