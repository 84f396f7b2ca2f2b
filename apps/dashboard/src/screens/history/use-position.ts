import type { Screenshot } from '@shotclock/client';
import { api } from '../../api/client.ts';
import type { Captures } from './use-captures.ts';

/** A capture, and its place among the captures of its item; the index is undefined until it is known. */
export type Position = { index: number | undefined; capture: Screenshot | undefined };

/**
 * The capture with an ID, which a link can name before any page is loaded. Its index is then the number of captures before it.
 * @param id null for the newest capture
 */
export function usePosition(itemId: number, id: number | null, captures: Captures): Position {
  const loadedIndex = id === null ? undefined : captures.indexOf(id);
  const isUnknown = id !== null && loadedIndex === undefined && captures.newest?.capture.id !== id;
  const single = api.useQuery(
    'get',
    '/api/v1/screenshots/{screenshotId}',
    { params: { path: { screenshotId: id ?? 0 }, query: { expand: 'capture' } } },
    { enabled: isUnknown, placeholderData: undefined },
  );
  const createdAt = single.data?.createdAt;
  const before = api.useQuery(
    'get',
    '/api/v1/screenshots',
    { params: { query: { itemId, size: 1, ...(createdAt && { to: createdAt }) } } },
    { enabled: isUnknown && createdAt !== undefined, placeholderData: undefined },
  );
  const newest = captures.newest ?? undefined;
  if (id === null || newest?.capture.id === id) return { index: newest?.index, capture: newest?.capture };
  if (loadedIndex !== undefined) return { index: loadedIndex, capture: captures.at(loadedIndex) };
  return {
    index: before.data ? Math.max(0, before.data.totalElements - 1) : undefined,
    capture: single.data,
  };
}
