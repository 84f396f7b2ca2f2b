import type { Screenshot } from '@shotclock/client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { read } from '../../api/read.ts';
import { hasPicture } from './marks.ts';
import { type ItemIds, type Missing, type NamedCaptures, useOpening } from './use-opening.ts';

const pageSize = 100;
const oldestFirst = 'completedAt,asc';
/** Maximum number of captures without a picture to skip in search of the previous picture. */
const maxGap = 200;

/** A page of an item's finished captures, ordered by completion. New captures are appended, so they do not change existing indexes. */
const pageOptions = (itemId: number, page: number) =>
  read('screenshots.list', {
    itemId,
    finished: true,
    page,
    size: pageSize,
    sort: oldestFirst,
    expand: 'capture,verdict',
  });

/**
 * The finished captures of an item by index, ordered by time. The capture in the URL is loaded together with those around it. Other captures are
 * loaded page by page as they come into view.
 */
export type Captures = {
  total: number;
  /** The capture in the URL to compare with, if its page is not loaded. */
  other: Screenshot | undefined;
  missingOf(id: number): Missing;
  isPending: boolean;
  /** The error to show instead of the captures, or null. */
  error: unknown;
  /** The capture at an index; undefined until it is loaded. */
  at(index: number): Screenshot | undefined;
  /** The nearest earlier capture with a picture; null if none exists, undefined until it is loaded. */
  beforeOf(index: number): Screenshot | null | undefined;
  /** Loads the capture at an index and the nearest earlier one with a picture. */
  load(index: number): Promise<void>;
  /** The index of a loaded capture. */
  indexOf(id: number): number | undefined;
  refetch(): void;
};

/** The first and the last visible index. */
export type Range = readonly [first: number, last: number];

/** @param named the captures in the URL */
export function useCaptures(ids: ItemIds, named: NamedCaptures, ranges: readonly Range[]): Captures {
  const { itemId } = ids;
  const queryClient = useQueryClient();
  const refetchInterval = useRefetchInterval();
  const [opened, setOpened] = useState<NamedCaptures>({ at: named.at, with: named.with });
  const opening = useOpening(ids, opened);
  const { total, captures: around, firstIndex } = opening;
  const lastIndex = firstIndex + around.length - 1;
  const pages = new Set(
    ranges
      .map(([first, last]): Range => [Math.max(0, first), Math.min(last, total - 1)])
      .filter(([first, last]) => total > 0 && (first < firstIndex || last > lastIndex))
      .flatMap(([first, last]) => numbers(pageOf(first), pageOf(last))),
  );
  useQueries({
    queries: [...pages].map((page) => ({
      ...pageOptions(itemId, page),
      placeholderData: undefined,
      // A full page changes only when captures are deleted.
      staleTime: page < Math.floor(total / pageSize) ? Number.POSITIVE_INFINITY : 0,
      refetchInterval: page < Math.floor(total / pageSize) ? false : refetchInterval,
    })),
  });

  const pageAt = useCallback(
    (page: number) => queryClient.getQueryData(pageOptions(itemId, page).queryKey)?.content,
    [queryClient, itemId],
  );
  const at = useCallback(
    (index: number) => around[index - firstIndex] ?? pageAt(pageOf(index))?.[index % pageSize],
    [around, firstIndex, pageAt],
  );
  const beforeOf = useCallback(
    (index: number) => {
      let loaded: Screenshot[] | undefined;
      for (let before = index - 1; before >= Math.max(0, index - maxGap); before -= 1) {
        if (!loaded || before % pageSize === pageSize - 1) loaded = pageAt(pageOf(before));
        const capture = around[before - firstIndex] ?? loaded?.[before % pageSize];
        if (!capture || hasPicture(capture)) return capture;
      }
      return null;
    },
    [around, firstIndex, pageAt],
  );
  const load = useCallback(
    async (index: number) => {
      for (let page = pageOf(index); page >= 0; page -= 1) {
        await queryClient.ensureQueryData(pageOptions(itemId, page));
        if (beforeOf(index) !== undefined) return;
      }
    },
    [queryClient, itemId, beforeOf],
  );
  const indexOf = useCallback(
    (id: number) => {
      const offset = around.findIndex((capture) => capture.id === id);
      if (offset >= 0) return firstIndex + offset;
      for (const [key, data] of queryClient.getQueriesData<{ content: Screenshot[] }>({
        queryKey: ['screenshots.list'],
      })) {
        const query = key[1] as ReturnType<typeof pageOptions>['queryKey'][1];
        if (query?.itemId !== itemId || query.sort !== oldestFirst || query.page === undefined) continue;
        const index = data?.content.findIndex((capture) => capture.id === id) ?? -1;
        if (index >= 0) return query.page * pageSize + index;
      }
      return undefined;
    },
    [queryClient, itemId, around, firstIndex],
  );
  // The new URL can contain a capture that is not loaded, for example after a jump to a change.
  const isOpened = (id: number | undefined) =>
    id === undefined || id === opened.at || id === opened.with || indexOf(id) !== undefined;
  if (!isOpened(named.at) || !isOpened(named.with)) setOpened({ at: named.at, with: named.with });

  const { other, missingOf, isPending, error, refetch } = opening;
  return { total, other, missingOf, isPending, error, at, beforeOf, load, indexOf, refetch };
}

const pageOf = (index: number): number => Math.floor(index / pageSize);

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
