import type { ItemComparison } from '@shotclock/client';
import { useQueryClient } from '@tanstack/react-query';
import { api, client } from '../api/client.ts';
import { refreshQueries } from '../api/refresh-queries.ts';

export type WatchedItem = { scheduleId: number; itemId: number };
/** What later checks ignore. */
export type IgnoredParts = Pick<
  ItemComparison['comparison'],
  'threshold' | 'ignoredSelectors' | 'ignoredRegions'
>;
/** The scope of a setting: one page or the whole schedule. */
export type Scope = 'item' | 'schedule';

/** The item of a schedule that a capture belongs to; null if there is none, undefined until it is known. */
export function useWatchedItem(screenshotId: number): WatchedItem | null | undefined {
  const { data, error } = api.useQuery(
    'get',
    '/api/v1/screenshots/{screenshotId}',
    { params: { path: { screenshotId }, query: { expand: 'capture' } } },
    { placeholderData: undefined },
  );
  if (!data) return error ? null : undefined;
  const scheduleId = data.capture?.scheduleId;
  if (data.scheduleItemId === null || scheduleId == null) return null;
  return { scheduleId, itemId: data.scheduleItemId };
}

export function useItemComparison({ scheduleId, itemId }: WatchedItem) {
  return api.useQuery(
    'get',
    '/api/v1/schedules/{scheduleId}/items/{itemId}/comparison',
    { params: { path: { scheduleId, itemId } } },
    { placeholderData: undefined },
  );
}

/** Stores what later checks ignore. Returns the error of the API, if there is one. */
export function useSaveIgnoredParts(item: WatchedItem) {
  const queryClient = useQueryClient();
  return async (parts: IgnoredParts, scope: Scope): Promise<unknown> => {
    const { error } = await (scope === 'item' ? saveForItem(item, parts) : saveForSchedule(item, parts));
    await refreshQueries(queryClient);
    return error;
  };
}

const saveForItem = ({ scheduleId, itemId }: WatchedItem, parts: IgnoredParts) =>
  client.PATCH('/api/v1/schedules/{scheduleId}/items/{itemId}/comparison', {
    params: { path: { scheduleId, itemId } },
    body: parts,
  });

/** Stores the settings for the schedule, and removes the page's own values, which would override them. */
async function saveForSchedule(item: WatchedItem, comparison: IgnoredParts): Promise<{ error?: unknown }> {
  const { error } = await client.PATCH('/api/v1/schedules/{id}', {
    params: { path: { id: item.scheduleId } },
    body: { policy: { comparison } },
  });
  if (error !== undefined) return { error };
  const { error: problem } = await client.PATCH('/api/v1/schedules/{scheduleId}/items/{itemId}/comparison', {
    params: { path: item },
    body: { threshold: null, ignoredSelectors: null, ignoredRegions: null },
  });
  return { error: problem };
}
