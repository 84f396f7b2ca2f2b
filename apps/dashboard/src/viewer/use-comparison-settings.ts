import type { ItemComparison } from '@shotclock/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { read } from '../api/read.ts';
import { refreshQueries } from '../api/refresh-queries.ts';

export type WatchedItem = { scheduleId: number; itemId: number };
/** The parts that later checks ignore. */
export type IgnoredParts = Pick<
  ItemComparison['comparison'],
  'threshold' | 'ignoredSelectors' | 'ignoredRegions'
>;
/** The scope of a setting: one page or the whole schedule. */
export type Scope = 'item' | 'schedule';

/** The schedule item of a capture; null if there is none, undefined until it is known. */
export function useWatchedItem(screenshotId: number): WatchedItem | null | undefined {
  const { data, error } = useQuery({
    ...read('screenshots.get', screenshotId, { expand: 'capture' }),
    placeholderData: undefined,
  });
  if (!data) return error ? null : undefined;
  const scheduleId = data.capture?.scheduleId;
  if (data.scheduleItemId === null || scheduleId == null) return null;
  return { scheduleId, itemId: data.scheduleItemId };
}

export function useItemComparison({ scheduleId, itemId }: WatchedItem) {
  return useQuery({ ...read('items.comparison', scheduleId, itemId), placeholderData: undefined });
}

/** Returns a function that stores the ignored parts. */
export function useSaveIgnoredParts(item: WatchedItem) {
  const queryClient = useQueryClient();
  return async (parts: IgnoredParts, scope: Scope): Promise<void> => {
    try {
      if (scope === 'schedule') await saveForSchedule(item, parts);
      else await client.items.updateComparison(item.scheduleId, item.itemId, parts);
    } finally {
      await refreshQueries(queryClient);
    }
  };
}

/** Stores the settings for the schedule and removes the page's own settings, which would override them. */
async function saveForSchedule({ scheduleId, itemId }: WatchedItem, comparison: IgnoredParts): Promise<void> {
  await client.schedules.update(scheduleId, { policy: { comparison } });
  await client.items.updateComparison(scheduleId, itemId, {
    threshold: null,
    ignoredSelectors: null,
    ignoredRegions: null,
  });
}
