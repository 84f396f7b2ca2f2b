import {
  type CaptureSettings,
  type ItemExpansion,
  itemSettings,
  ownSettings,
  type ScheduleItem,
} from '@shotclock/contracts';

/** The expansions that a response includes in addition to the specified fields; none by default. */
export type ExpandItem = { expand?: ReadonlySet<ItemExpansion> };

type StoredItem = CaptureSettings & {
  id: number;
  explicit: string[] | null;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
};

/** Specification, section 2.1. */
export function itemResource(row: StoredItem, expand?: ReadonlySet<string>): ScheduleItem {
  return {
    id: row.id,
    ...itemSettings(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(expand?.has('options') && { options: row.options }),
    ...(expand?.has('own') && { own: ownSettings(row) }),
    ...(expand?.has('tags') && { tags: row.tags }),
  };
}
