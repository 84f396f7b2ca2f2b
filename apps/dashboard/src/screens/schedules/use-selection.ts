import { useCallback, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { showProblem } from '../../api/show-problem.ts';
import type { Target } from './run-bulk.ts';
import type { ScheduleFilters } from './schedule-filters.ts';

/** Page size of the requests that select all schedules. */
const pageSize = 200;

export type Selection = ReadonlyMap<number, Target>;

/** The selected schedules. They stay selected while the list scrolls and while its filters change. */
export function useSelection() {
  const [selected, setSelected] = useState<Selection>(new Map());
  /** Number of schedules found so far while all schedules are being selected; otherwise null. */
  const [found, setFound] = useState<number | null>(null);
  const search = useRef<AbortController | null>(null);

  const toggle = useCallback((target: Target) => {
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(target.id)) next.set(target.id, target);
      return next;
    });
  }, []);
  function clear(): void {
    search.current?.abort();
    setSelected(new Map());
  }
  return {
    selected,
    found,
    clear,
    toggle,
    remove(targets: readonly Target[]): void {
      const ids = new Set(targets.map(({ id }) => id));
      setSelected((before) => new Map([...before].filter(([id]) => !ids.has(id))));
    },
    /** Selects all schedules that match the filters, even those that are not loaded. */
    async selectAll(filters: ScheduleFilters): Promise<void> {
      search.current = new AbortController();
      const { signal } = search.current;
      const all = new Map(selected);
      let count = 0;
      setFound(0);
      try {
        for await (const { id, name } of client.schedules.list({ ...filters, size: pageSize, signal })) {
          all.set(id, { id, name });
          count += 1;
          if (count % pageSize === 0) setFound(count);
        }
        setSelected(all);
      } catch (error) {
        if (!signal.aborted) showProblem(error);
      } finally {
        setFound(null);
      }
    },
  };
}
