import type { Screenshot } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { blockingError, problemOf } from '../../api/problem.ts';
import { read } from '../../api/read.ts';
import type { HistorySearch } from './history-search.ts';

export type ItemIds = { scheduleId: number; itemId: number };

/** The IDs of the captures in the URL. */
export type NamedCaptures = Pick<HistorySearch, 'at' | 'with'>;

/** Why the history does not contain a capture; null if it contains the capture, or while this is unknown. */
export type Missing = 'deleted' | 'unfinished' | null;

/** The captures in the URL and those around the selected capture: everything that the screen shows initially. */
export type Opening = {
  /** The item's total number of captures. */
  total: number;
  /** Captures with consecutive indexes. */
  captures: readonly Screenshot[];
  firstIndex: number;
  /** The capture that the selected capture is compared with. */
  other: Screenshot | undefined;
  missingOf(id: number): Missing;
  isPending: boolean;
  /** The error to show instead of the captures, or null. */
  error: unknown;
  refetch(): void;
};

/**
 * Sends one request. If the URL names captures that the history does not contain, sends a second request without them.
 * @param named without `at`, the captures are the newest ones
 */
export function useOpening(ids: ItemIds, named: NamedCaptures): Opening {
  const refetchInterval = useRefetchInterval();
  const strict = useAround(ids, named, refetchInterval);
  const missing = missingIn(strict.error);
  const { at, with: other } = named;
  const found = useAround(
    ids,
    { ...(at && !missing.at && { at }), ...(other && !missing.with && { with: other }) },
    refetchInterval,
  );
  const missingOf = useCallback(
    (id: number) => (id === at ? missing.at : null) ?? (id === other ? missing.with : null),
    [at, other, missing.at, missing.with],
  );
  return {
    total: found.data?.total ?? 0,
    captures: found.data?.captures ?? none,
    firstIndex: found.data?.firstIndex ?? 0,
    other: found.data?.other,
    missingOf,
    isPending: found.isPending,
    error: blockingError(found),
    refetch: () => void found.refetch(),
  };
}

/** Calls with the same captures share one request. */
function useAround(
  { scheduleId, itemId }: ItemIds,
  { at, with: other }: NamedCaptures,
  refetchInterval: number | false,
) {
  const named = { ...(at && { screenshotId: at }), ...(other && { otherScreenshotId: other }) };
  return useQuery({
    ...read('items.captures', scheduleId, itemId, { ...named, expand: 'screenshot' }),
    refetchInterval,
    select: withScreenshots,
  });
}

/** A constant, so that each render returns the same array. */
const none: readonly Screenshot[] = [];

type Around = {
  captures: { screenshot?: Screenshot }[];
  firstIndex: number | null;
  total: number | null;
  other?: { screenshot?: Screenshot };
};

const withScreenshots = ({ captures, firstIndex, total, other }: Around) => ({
  captures: captures.flatMap(({ screenshot }) => screenshot ?? []),
  firstIndex,
  total,
  other: other?.screenshot,
});

function missingIn(error: unknown): Record<keyof NamedCaptures, Missing> {
  const codes = new Map(problemOf(error)?.errors?.map(({ path, code }) => [path, code]));
  const missing = (path: string): Missing => {
    const code = codes.get(path);
    return code === 'unknown_capture' ? 'deleted' : code === 'unfinished_capture' ? 'unfinished' : null;
  };
  return { at: missing('/screenshotId'), with: missing('/otherScreenshotId') };
}
