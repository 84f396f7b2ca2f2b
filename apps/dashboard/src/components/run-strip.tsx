import { Link } from '@tanstack/react-router';
import { texts } from '../texts/texts.ts';
import { formatDayAndTime } from './format.ts';
import classes from './run-strip.module.css';
import { type Run, runState, toneOfRun } from './tones.ts';

/** The last runs of a schedule as coloured ticks, oldest first. Each leads to its run. */
export function RunStrip({ runs, length = 24 }: { runs: readonly Run[]; length?: number }) {
  const shown = runs.slice(0, length).toReversed();
  const { schedules } = texts;
  return (
    <ul className={classes.strip} aria-label={schedules.recentRuns}>
      {shown.map((run) => {
        const state = schedules.runStates[runState(run)];
        const time = formatDayAndTime(new Date(run.startedAt));
        const label = schedules.runTooltip(state, time, run.failedItems, run.totalItems);
        return (
          <li key={run.id}>
            <Link
              to="/executions/$executionId"
              params={{ executionId: String(run.id) }}
              className={`${classes.tick} ${classes[toneOfRun(run)]}`}
              title={label}
              aria-label={label}
              preload={false}
            />
          </li>
        );
      })}
    </ul>
  );
}
