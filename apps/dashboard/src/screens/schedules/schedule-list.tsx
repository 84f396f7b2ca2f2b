import { Checkbox, Skeleton } from '@mantine/core';
import type { LastRun, ListedSchedule } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { RunStrip } from '../../components/schedules/run-strip.tsx';
import { TimingText } from '../../components/schedules/timing.tsx';
import { formatNumber } from '../../components/text/format.ts';
import { Status, Tag } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import type { Target } from './run-bulk.ts';
import { ScheduleState } from './schedule-state.tsx';
import classes from './schedules-screen.module.css';
import type { ScheduleListData } from './use-schedule-list.ts';
import type { Selection } from './use-selection.ts';

const { schedules } = texts;
const rowHeight = 60;
/** Number of placeholder rows until the number of schedules is known. */
const expectedRows = 8;

type ScheduleListProps = {
  list: ScheduleListData;
  selected: Selection;
  onToggle: (schedule: Target) => void;
  onRange: (range: readonly [number, number]) => void;
};

/** A virtualized list: only the rows in view are rendered. */
export function ScheduleList({ list, selected, onToggle, onRange }: ScheduleListProps) {
  const element = useRef<HTMLUListElement>(null);
  const rows = useWindowVirtualizer({
    count: list.isPending ? expectedRows : list.total,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: element.current?.offsetTop ?? 0,
  });
  const visible = rows.getVirtualItems();
  const first = visible[0]?.index ?? 0;
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => onRange([first, last]), [first, last, onRange]);
  return (
    <ul ref={element} className={classes.list} style={{ height: rows.getTotalSize() }}>
      {visible.map(({ index, start }) => {
        const schedule = list.at(index);
        const transform = `translateY(${start - rows.options.scrollMargin}px)`;
        return (
          <li
            key={index}
            className={classes.row}
            style={{ transform }}
            aria-setsize={list.total}
            aria-posinset={index + 1}
          >
            {schedule ? (
              <Row schedule={schedule} isSelected={selected.has(schedule.id)} onToggle={onToggle} />
            ) : (
              <>
                <span />
                <Skeleton height={16} width="60%" />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type RowProps = {
  schedule: ListedSchedule;
  isSelected: boolean;
  onToggle: (schedule: Target) => void;
};

/** Memoized, because each scroll step renders the list. */
const Row = memo(function Row({ schedule, isSelected, onToggle }: RowProps) {
  const { id, name, itemCount, nextRunAt } = schedule;
  const unchecked = uncheckedRun(schedule);
  return (
    <>
      <Checkbox
        className={classes.box!}
        size="xs"
        checked={isSelected}
        onChange={() => onToggle({ id, name })}
        aria-label={schedules.select(name)}
      />
      <Link to="/schedules/$scheduleId" params={{ scheduleId: String(id) }} className={classes.link}>
        <span className={classes.title}>{name}</span>
        <span className={classes.timing}>
          {unchecked && (
            <>
              <Status tone="warn">
                {schedules.lastNotCompared(unchecked.uncheckedItems, unchecked.totalItems)}
              </Status>
              {' · '}
            </>
          )}
          <TimingText timing={schedule.schedule} />
          {schedule.tags?.map((tag) => (
            <span key={tag} className={classes.tag}>
              <Tag>{tag}</Tag>
            </span>
          ))}
        </span>
      </Link>
      <div className={classes.recent}>
        <RunStrip runs={schedule.lastRuns ?? []} />
      </div>
      <span className={classes.pages}>{schedules.pages(itemCount, formatNumber(itemCount))}</span>
      <span className={classes.next}>
        {nextRunAt && !schedule.policy?.pausedAt ? (
          <Time at={nextRunAt} />
        ) : (
          <ScheduleState schedule={schedule} />
        )}
      </span>
    </>
  );
});

/**
 * The last run of a schedule that detects changes, if some pages were not compared because of insufficient credits.
 * Skipped runs and retries do not count.
 */
function uncheckedRun({ policy, lastRuns = [] }: ListedSchedule): LastRun | undefined {
  if (!policy?.detectChanges) return undefined;
  const last = lastRuns.find(({ totalItems, trigger }) => totalItems > 0 && trigger !== 'RETRY');
  return last && last.uncheckedItems > 0 ? last : undefined;
}
