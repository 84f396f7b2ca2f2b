import { type CaptureSettings, itemSettings, type ScheduleItem } from '@shotclock/contracts';

/** Specification, section 2.1. */
export function itemResource(
  row: CaptureSettings & { id: number; createdAt: Date; updatedAt: Date },
): ScheduleItem {
  return {
    id: row.id,
    ...itemSettings(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
