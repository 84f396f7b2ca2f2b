import type { Screenshot } from '@shotclock/client';
import type { CompareMode, HistorySearch } from './history-search.ts';
import { positionOf } from './position.ts';
import type { Captures } from './use-captures.ts';
import type { Cursor } from './use-cursor.ts';
import type { Missing } from './use-opening.ts';

type SearchChange = { [Field in keyof HistorySearch]?: HistorySearch[Field] | undefined };

export type Comparison = {
  /** The capture that the selected capture is compared with; null for no comparison. */
  other: Screenshot | null;
  /** Why the capture to compare with is not shown; null if it is shown. */
  missing: Missing;
  mode: CompareMode;
  /** Switches the mode. If no comparison is active, starts one with the previous capture. */
  compare(as?: CompareMode): void;
  toggle(): void;
  stop(): void;
  swap(): void;
};

/** The comparison in the URL. */
export function useComparison(
  search: HistorySearch,
  cursor: Cursor,
  captures: Captures,
  setSearch: (change: SearchChange) => void,
): Comparison {
  const named = positionOf(search.with ?? null, captures);
  const other = search.with === undefined ? null : (named.capture ?? null);
  const missing = search.with === undefined ? null : named.missing;
  const mode = search.mode ?? 'slider';
  const stop = () => setSearch({ with: undefined, mode: undefined });
  function compare(as: CompareMode = mode): void {
    if (search.with !== undefined && missing === null) {
      setSearch({ mode: as });
      return;
    }
    const { index, capture } = cursor;
    if (index === undefined || !capture) return;
    // The first capture has no predecessor.
    const second = captures.beforeOf(index) ?? captures.at(index + 1) ?? captures.at(index - 1);
    if (second) setSearch({ at: capture.id, with: second.id, mode: as });
  }
  return {
    other,
    missing,
    mode,
    compare,
    stop,
    toggle: () => (search.with === undefined ? compare() : stop()),
    swap: () => setSearch({ at: search.with, with: cursor.capture?.id }),
  };
}
