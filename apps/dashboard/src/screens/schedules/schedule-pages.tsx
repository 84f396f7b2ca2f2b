import { Button } from '@mantine/core';
import type { NewestCapture, ScheduleItem } from '@shotclock/client';
import { useMemo, useState } from 'react';
import { useMay } from '../../api/access.ts';
import { ChangedCaptures } from '../../components/captures/capture-grid.tsx';
import { PageFilters } from '../../components/changes/page-filters.tsx';
import { useUnseenChanges } from '../../components/changes/use-changes.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { ItemParts, itemsFound, type PartView } from '../../components/schedules/item-parts.tsx';
import { texts } from '../../texts/texts.ts';
import { ItemGrid } from './item-grid.tsx';
import classes from './schedule-screen.module.css';
import { SelectionBar } from './selection-bar.tsx';

const { execution: words } = texts.captures;
const { pageSettings } = texts.schedules;
const itemsAtOnce = 48;

type SchedulePagesProps = {
  scheduleId: number;
  items: readonly ScheduleItem[];
  captures: readonly NewestCapture[];
  view: PartView;
  onView(view: PartView): void;
};

/** The pages in a schedule, or only its unseen changes. The settings of selected pages can be edited together. */
export function SchedulePages({ scheduleId, items, captures, view, onView }: SchedulePagesProps) {
  const [filter, setFilter] = useState<'ALL' | 'CHANGED'>('ALL');
  const changes = useUnseenChanges(scheduleId);
  const count = changes.checks.length;
  const titles = useMemo(() => new Map(captures.map(({ itemId, title }) => [itemId, title])), [captures]);
  const mayWrite = useMay('write') !== false;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  // Short lists have no search.
  const found = items.length > itemsAtOnce ? itemsFound(items, view.find, titles) : items;
  // The selection can contain pages that have since been deleted.
  const chosen = items.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const toggle = (id: number) =>
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <div className={classes.pages}>
      {count > 0 && (
        <PageFilters
          value={filter}
          onChange={(value) => setFilter(value)}
          data={[
            { value: 'ALL', label: texts.common.all },
            { value: 'CHANGED', label: words.changed(count) },
          ]}
          unseen={changes.checks.map(({ id }) => id)}
        />
      )}
      {filter === 'CHANGED' && count > 0 ? (
        <ChangedCaptures checks={changes.checks} />
      ) : (
        <ItemParts items={items} titles={titles} size={itemsAtOnce} view={view} onView={onView}>
          {(part) => (
            <ItemGrid
              {...part}
              {...{ scheduleId, captures, selected }}
              changeOf={changes.of}
              {...(mayWrite && { onSelect: toggle })}
            />
          )}
        </ItemParts>
      )}
      {chosen.length > 0 && (
        <SelectionBar
          label={pageSettings.selected}
          selected={chosen.length}
          onClear={() => setSelected(new Set())}
        >
          <LinkButton
            variant="default"
            size="xs"
            to="/schedules/$scheduleId/settings"
            params={{ scheduleId: String(scheduleId) }}
            search={{ items: chosen }}
          >
            {pageSettings.openSelected}
          </LinkButton>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => setSelected(new Set(found.map(({ id }) => id)))}
          >
            {pageSettings.selectAll}
          </Button>
        </SelectionBar>
      )}
    </div>
  );
}
