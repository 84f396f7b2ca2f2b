import { TextInput } from '@mantine/core';
import type { ScheduleItem } from '@shotclock/client';
import { type ReactNode, useMemo } from 'react';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';
import { EmptyState } from '../layout/empty-state.tsx';
import { Pager } from '../layout/pager.tsx';
import { formatNumber } from '../text/format.ts';
import classes from './item-parts.module.css';

const { parts } = texts.schedules;

/**
 * Selects which pages in a schedule to show: those whose URL, tag or title contains the search text, divided into parts
 * numbered from 0.
 */
export type PartView = { part: number; find: string };

/** The pages whose URL, tag or title contains the search text, ignoring case. */
export function itemsFound(
  items: readonly ScheduleItem[],
  find: string,
  titles?: ReadonlyMap<number, string | null>,
): readonly ScheduleItem[] {
  const words = find.trim().toLowerCase();
  if (words === '') return items;
  return items.filter(({ id, url, tags = [] }) =>
    [url, titles?.get(id) ?? '', ...tags].some((text) => text.toLowerCase().includes(words)),
  );
}

type ItemPartsProps = {
  items: readonly ScheduleItem[];
  /** The titles of the pages by item ID, if they are known. */
  titles?: ReadonlyMap<number, string | null>;
  /** Number of pages per part. */
  size: number;
  view: PartView;
  onView: (view: PartView) => void;
  /** Renders the part of a list that starts at index `first`. The list has `total` entries. */
  children: (part: { items: readonly ScheduleItem[]; first: number; total: number }) => ReactNode;
};

/**
 * Shows the pages in a schedule one part at a time, because rendering a thousand pages would block the browser. The
 * search covers all parts.
 */
export function ItemParts({ items, titles, size, view, onView, children }: ItemPartsProps) {
  const found = useMemo(() => itemsFound(items, view.find, titles), [items, titles, view.find]);
  if (items.length <= size) return children({ items, first: 0, total: items.length });
  const total = Math.max(1, Math.ceil(found.length / size));
  const part = Math.min(view.part, total - 1);
  const first = part * size;
  const last = Math.min(found.length, first + size);
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <TextInput
          className={classes.find!}
          size="xs"
          type="search"
          aria-label={parts.find}
          placeholder={parts.find}
          leftSection={<Icon name="search" size={14} />}
          value={view.find}
          onChange={(event) => onView({ part: 0, find: event.currentTarget.value })}
          // Enter here must not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Pager
          page={part}
          totalPages={total}
          onPage={(next) => onView({ ...view, part: next })}
          words={{
            shown: parts.shown(formatNumber(first + 1), formatNumber(last), formatNumber(found.length)),
            previous: parts.previous,
            next: parts.next,
          }}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState icon="search" title={texts.search.nothing} />
      ) : (
        children({ items: found.slice(first, last), first, total: found.length })
      )}
    </div>
  );
}
