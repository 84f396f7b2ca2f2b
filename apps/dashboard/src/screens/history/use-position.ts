import type { Screenshot } from '@shotclock/client';
import { api } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { Captures } from './use-captures.ts';

/** A capture, and its place among the captures of its item; the index is undefined until it is known. */
export type Position = {
  index: number | undefined;
  capture: Screenshot | undefined;
  /** Why there is no such capture in the history; null while it is not known. */
  missing: 'deleted' | 'unfinished' | null;
};

/** Captures that finish within the same millisecond as another. */
const sameTime = 20;

/**
 * The capture with an ID, which a link can name before any page is loaded. Its index is then the number of captures before it.
 * @param id null for the newest capture
 */
export function usePosition(
  { scheduleId, itemId }: { scheduleId: number; itemId: number },
  id: number | null,
  captures: Captures,
): Position {
  const loadedIndex = id === null ? undefined : captures.indexOf(id);
  const isUnknown = id !== null && loadedIndex === undefined && captures.newest?.capture.id !== id;
  const single = api.useQuery(
    'get',
    '/api/v1/screenshots/{screenshotId}',
    { params: { path: { screenshotId: id ?? 0 }, query: { expand: 'capture' } } },
    { enabled: isUnknown, placeholderData: undefined },
  );
  const named = single.data?.scheduleItemId === itemId ? single.data : undefined;
  const at = named?.completedAt ?? undefined;
  const around = api.useQuery(
    'get',
    '/api/v1/schedules/{scheduleId}/items/{itemId}/captures',
    {
      params: { path: { scheduleId, itemId }, query: { before: 0, after: sameTime, ...(at && { at }) } },
    },
    { enabled: isUnknown && at !== undefined, placeholderData: undefined },
  );
  const newest = captures.newest ?? undefined;
  if (id === null || newest?.capture.id === id)
    return { index: newest?.index, capture: newest?.capture, missing: null };
  if (loadedIndex !== undefined)
    return { index: loadedIndex, capture: captures.at(loadedIndex), missing: null };
  const isDeleted = problemOf(single.error)?.status === 404 || (single.data && !named);
  const offset = around.data?.captures.findIndex((one) => one.id === id) ?? -1;
  const first = around.data?.firstIndex;
  return {
    index: typeof first === 'number' && offset >= 0 ? first + offset : undefined,
    capture: at === undefined ? undefined : named,
    missing: isDeleted ? 'deleted' : named && at === undefined ? 'unfinished' : null,
  };
}
