import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ScheduleExecution } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { formatDayAndTime } from '../../components/format.ts';
import { runState } from '../../components/tones.ts';
import { texts } from '../../texts/texts.ts';
import classes from './run-chart.module.css';

const maxBars = 60;

/**
 * A bar for each of the last runs, as high as the number of its pages. Failed pages are at the top of the bar. The bars are too narrow to be
 * stops of the Tab key: their runs are also in the lists of their schedules.
 */
export function RunChart({ runs }: { runs: readonly ScheduleExecution[] | undefined }) {
  if (!runs) return <Skeleton height={46} mt={4} />;
  const shown = runs.slice(0, maxBars).toReversed();
  const highest = Math.max(1, ...shown.map(({ totalItems }) => totalItems));
  const failed = shown.filter(({ failedItems }) => failedItems > 0).length;
  return (
    <>
      <VisuallyHidden>{texts.overview.runSummary(shown.length, failed)}</VisuallyHidden>
      <div className={classes.chart} aria-hidden="true">
        {shown.map((run) => {
          const state = texts.schedules.runStates[runState(run)];
          const time = formatDayAndTime(new Date(run.startedAt));
          const height = (items: number) => ({ height: `${(items / highest) * 100}%` });
          const waiting = run.totalItems - run.successfulItems - run.failedItems;
          return (
            <Link
              key={run.id}
              to="/executions/$executionId"
              params={{ executionId: String(run.id) }}
              className={classes.bar}
              title={texts.schedules.runTooltip(state, time, run.failedItems, run.totalItems)}
              tabIndex={-1}
              preload={false}
            >
              <span className={classes.waiting} style={height(waiting)} />
              <span className={classes.bad} style={height(run.failedItems)} />
              <span className={classes.good} style={height(run.successfulItems)} />
            </Link>
          );
        })}
      </div>
    </>
  );
}
