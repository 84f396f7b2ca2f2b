import type { Screenshot } from '@shotclock/client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { blockingError } from '../../api/problem.ts';
import { hasPicture } from './marks.ts';

const pageSize = 100;
const oldestFirst = 'completedAt,asc';
/** Captures without a picture between two that are compared. */
const maxGap = 200;

/** A page of the finished captures of an item in the order in which they finished, so that new ones come at the end and no index changes. */
const pageOptions = (itemId: number, page: number) =>
  api.queryOptions('get', '/api/v1/screenshots', {
    params: { query: { itemId, finished: true, page, size: pageSize, sort: oldestFirst, expand: 'capture' } },
  });

/** The newest capture, with the number of all. */
const newestQuery = (itemId: number) =>
  ({
    params: { query: { itemId, finished: true, size: 1, sort: 'completedAt,desc', expand: 'capture' } },
  }) as const;

/** The finished captures of an item by their index in time. They are loaded page by page, as far as they are looked at. */
export type Captures = {
  total: number;
  /** The newest capture with its index; null if there is none. */
  newest: { index: number; capture: Screenshot } | null;
  isPending: boolean;
  /** Why there is nothing to show; null if there is. */
  error: unknown;
  /** The capture at an index if its page is loaded. */
  at(index: number): Screenshot | undefined;
  /** The nearest earlier capture with a picture; null if there is none, undefined if it is not loaded. */
  beforeOf(index: number): Screenshot | null | undefined;
  /** Loads the capture at an index, and the one before it that has a picture. */
  load(index: number): Promise<void>;
  /** The index of a loaded capture. */
  indexOf(id: number): number | undefined;
  refetch(): void;
};

/** The first and the last index of captures that are looked at. */
export type Range = readonly [first: number, last: number];

export function useCaptures(itemId: number, ranges: readonly Range[]): Captures {
  const queryClient = useQueryClient();
  const refetchInterval = useRefetchInterval();
  const newest = api.useQuery('get', '/api/v1/screenshots', newestQuery(itemId), {
    refetchInterval,
    placeholderData: undefined,
  });
  const total = newest.data?.totalElements ?? 0;
  const pages = new Set(total === 0 ? [] : ranges.flatMap((range) => pagesOf(range, total)));
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
    (page: number) =>
      queryClient.getQueryData<{ content: Screenshot[] }>(pageOptions(itemId, page).queryKey)?.content,
    [queryClient, itemId],
  );
  const at = useCallback(
    (index: number) => pageAt(Math.floor(index / pageSize))?.[index % pageSize],
    [pageAt],
  );
  const beforeOf = useCallback(
    (index: number) => {
      let loaded: Screenshot[] | undefined;
      for (let before = index - 1; before >= Math.max(0, index - maxGap); before -= 1) {
        if (!loaded || before % pageSize === pageSize - 1) loaded = pageAt(Math.floor(before / pageSize));
        const capture = loaded?.[before % pageSize];
        if (!capture || hasPicture(capture)) return capture;
      }
      return null;
    },
    [pageAt],
  );
  const load = useCallback(
    async (index: number) => {
      for (let page = Math.floor(index / pageSize); page >= 0; page -= 1) {
        await queryClient.ensureQueryData(pageOptions(itemId, page));
        if (beforeOf(index) !== undefined) return;
      }
    },
    [queryClient, itemId, beforeOf],
  );
  const indexOf = useCallback(
    (id: number) => {
      for (const [key, data] of queryClient.getQueriesData<{ content: Screenshot[] }>({
        queryKey: ['get', '/api/v1/screenshots'],
      })) {
        const query = (key[2] as ReturnType<typeof pageOptions>['queryKey'][2] | undefined)?.params?.query;
        if (query?.itemId !== itemId || query.sort !== oldestFirst || query.page === undefined) continue;
        const index = data?.content.findIndex((capture) => capture.id === id) ?? -1;
        if (index >= 0) return query.page * pageSize + index;
      }
      return undefined;
    },
    [queryClient, itemId],
  );
  const [last] = newest.data?.content ?? [];
  return {
    total,
    newest: last ? { index: total - 1, capture: last } : null,
    isPending: newest.isPending,
    error: blockingError(newest),
    at,
    beforeOf,
    load,
    indexOf,
    refetch: () => void newest.refetch(),
  };
}

function pagesOf([first, last]: Range, total: number): number[] {
  const pageOf = (index: number) => Math.floor(Math.max(0, Math.min(index, total - 1)) / pageSize);
  return numbers(pageOf(first), pageOf(last));
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
