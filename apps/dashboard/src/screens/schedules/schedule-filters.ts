import { parseTag } from '../../components/text/tags.ts';

export const scheduleStatuses = ['ACTIVE', 'COMPLETED'] as const;

export type ScheduleFilters = { status?: (typeof scheduleStatuses)[number]; name?: string; tag?: string };

/** Parses the list filters in the URL. Unknown values are ignored. */
export function parseScheduleFilters({ status, name, tag }: Record<string, unknown>): ScheduleFilters {
  const known = scheduleStatuses.find((one) => one === status);
  return {
    ...(known && { status: known }),
    ...(typeof name === 'string' && name !== '' && { name }),
    ...parseTag(tag),
  };
}
