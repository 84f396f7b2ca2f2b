import type { Screenshot } from '@shotclock/client';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistorySearch } from './history-search.ts';
import { positionOf } from './position.ts';
import type { Captures } from './use-captures.ts';
import type { Missing } from './use-opening.ts';

/** Delay before the URL is updated, because browsers limit how often a page may change it. */
const addressAfterMs = 250;

export type Cursor = {
  index: number | undefined;
  /** The capture at the index; undefined until its page is loaded. */
  capture: Screenshot | undefined;
  /** Why the capture in the URL is not shown; null if it is shown or if the selection has moved since. */
  missing: Missing;
  moveTo(index: number): void;
};

/**
 * The selected capture. The selection moves immediately, and the URL is updated when the movement stops. The selection also follows changes to the
 * URL, for example after "Back".
 */
export function useCursor(search: HistorySearch, captures: Captures): Cursor {
  const navigate = useNavigate();
  const [moved, setMoved] = useState<number | null>(null);
  const written = useRef(search.at);
  const named = positionOf(search.at ?? null, captures);
  const start = named.missing === null ? named : positionOf(null, captures);
  const index = moved ?? start.index;
  const capture = moved === null ? start.capture : captures.at(moved);
  const id = capture?.id;

  useEffect(() => {
    if (search.at === written.current) return;
    written.current = search.at;
    setMoved(null);
  }, [search.at]);

  useEffect(() => {
    if (moved === null || id === undefined || id === written.current) return;
    const timer = setTimeout(() => {
      written.current = id;
      void navigate({
        to: '.',
        search: (before: HistorySearch) => ({ ...before, at: id }),
        replace: true,
        resetScroll: false,
      });
    }, addressAfterMs);
    return () => clearTimeout(timer);
  }, [moved, id, navigate]);

  const last = captures.total - 1;
  const moveTo = useCallback((to: number) => setMoved(Math.max(0, Math.min(last, to))), [last]);
  return { index, capture, missing: moved === null ? named.missing : null, moveTo };
}
