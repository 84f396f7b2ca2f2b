import type { Screenshot, ScreenshotStatus } from '@shotclock/client';
import { useQueries } from '@tanstack/react-query';
import { read } from '../../api/read.ts';

const pageSize = 100;

/** The captures of an execution by index. Captures are loaded page by page as they come into view. */
export type ExecutionCaptures = {
  /** Undefined until the first response. */
  total: number | undefined;
  error: unknown;
  at(index: number): Screenshot | undefined;
  refetch(): void;
};

type Options = {
  status: ScreenshotStatus | undefined;
  /** A comma-separated list of verdicts. */
  verdict?: string | undefined;
  /** The first and the last visible index. */
  range: readonly [first: number, last: number];
  refetchInterval: number | false;
};

export function useExecutionCaptures(
  id: number,
  { status, verdict, range: [first, last], refetchInterval }: Options,
): ExecutionCaptures {
  const firstPage = Math.floor(first / pageSize);
  const count = Math.floor(last / pageSize) - firstPage + 1;
  const results = useQueries({
    queries: Array.from({ length: count }, (_, offset) => ({
      ...read('executions.screenshots', id, {
        page: firstPage + offset,
        size: pageSize,
        sort: 'id,asc',
        expand: 'failureImage,verdict',
        ...(status && { status }),
        ...(verdict && { verdict }),
      }),
      refetchInterval,
      placeholderData: undefined,
    })),
  });
  const byPage = new Map(results.map(({ data }) => [data?.page, data?.content]));
  return {
    total: results.find(({ data }) => data)?.data?.totalElements,
    error: results.find(({ error }) => error)?.error ?? null,
    at: (index) => byPage.get(Math.floor(index / pageSize))?.[index % pageSize],
    refetch() {
      for (const result of results) void result.refetch();
    },
  };
}
