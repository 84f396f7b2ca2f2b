import {
  type CaptureSettings,
  type ItemExpansion,
  itemSettings,
  type ScheduleItem,
} from '@shotclock/contracts';

/** The expansions that a response includes beyond the specified fields; none by default. */
export type ExpandItem = { expand?: ReadonlySet<ItemExpansion> };

/** Specification, section 2.1. */
export function itemResource(
  row: CaptureSettings & { id: number; tags: string[]; createdAt: Date; updatedAt: Date },
  expand?: ReadonlySet<string>,
): ScheduleItem {
  return {
    id: row.id,
    ...itemSettings(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(expand?.has('options') && { options: row.options }),
    ...(expand?.has('tags') && { tags: row.tags }),
  };
}
