import type { Screenshot } from '@shotclock/client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../api/client.ts';
import { useRefetchInterval } from '../../api/live-updates.ts';

const pageSize = 100;

/** A page of the captures of an item, oldest first, so that new captures come at the end and no index changes. */
const pageOptions = (itemId: number, page: number) =>
  api.queryOptions('get', '/api/v1/screenshots', {
    params: { query: { itemId, page, size: pageSize, sort: 'createdAt,asc', expand: 'capture' } },
  });

/** The newest captures, with the number of all. */
const newestOptions = (itemId: number) =>
  api.queryOptions('get', '/api/v1/screenshots', {
    params: { query: { itemId, size: 2, expand: 'capture' } },
  });

/** The captures of an item by their index in time. They are loaded page by page, as far as they are looked at. */
export type Captures = {
  total: number;
  /** The newest capture that has ended, with its index; null if there is none. */
  newest: { index: number; capture: Screenshot } | null;
  isPending: boolean;
  error: unknown;
  /** The capture at an index if its page is loaded. */
  at(index: number): Screenshot | undefined;
  /** The index of a loaded capture. */
  indexOf(id: number): number | undefined;
  refetch(): void;
};

/** The first and the last index of captures that are looked at. */
export type Range = readonly [first: number, last: number];

export function useCaptures(itemId: number, ranges: readonly Range[]): Captures {
  const queryClient = useQueryClient();
  const refetchInterval = useRefetchInterval();
  const newest = api.useQuery(
    'get',
    '/api/v1/screenshots',
    { params: { query: { itemId, size: 2, expand: 'capture' } } },
    { refetchInterval, placeholderData: undefined },
  );
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

  const at = useCallback(
    (index: number) => {
      const { queryKey } = pageOptions(itemId, Math.floor(index / pageSize));
      return queryClient.getQueryData<{ content: Screenshot[] }>(queryKey)?.content[index % pageSize];
    },
    [queryClient, itemId],
  );
  const indexOf = useCallback(
    (id: number) => {
      for (const [key, data] of queryClient.getQueriesData<{ content: Screenshot[] }>({
        queryKey: ['get', '/api/v1/screenshots'],
      })) {
        const query = (key[2] as ReturnType<typeof pageOptions>['queryKey'][2] | undefined)?.params?.query;
        if (query?.itemId !== itemId || query.sort !== 'createdAt,asc' || query.page === undefined) continue;
        const index = data?.content.findIndex((capture) => capture.id === id) ?? -1;
        if (index >= 0) return query.page * pageSize + index;
      }
      return undefined;
    },
    [queryClient, itemId],
  );
  const ended = newest.data?.content.findIndex(({ status }) => status === 'SUCCESS' || status === 'FAILED');
  return {
    total,
    newest:
      ended === undefined || ended < 0
        ? null
        : { index: total - 1 - ended, capture: newest.data!.content[ended]! },
    isPending: newest.isPending,
    error: newest.error,
    at,
    indexOf,
    refetch: () => void queryClient.invalidateQueries({ queryKey: newestOptions(itemId).queryKey }),
  };
}

function pagesOf([first, last]: Range, total: number): number[] {
  const pageOf = (index: number) => Math.floor(Math.max(0, Math.min(index, total - 1)) / pageSize);
  return numbers(pageOf(first), pageOf(last));
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
