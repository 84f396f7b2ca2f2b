import type { ScheduleExecution } from '@shotclock/client';
import { texts } from '../../texts/texts.ts';
import classes from './execution-screen.module.css';

const { execution: words } = texts.captures;

/** The number of captured and failed pages in a run. */
export function RunProgress({ run }: { run: ScheduleExecution }) {
  const { totalItems, successfulItems, failedItems } = run;
  const done = successfulItems + failedItems;
  const share = (items: number) => ({ width: `${(items / totalItems) * 100}%` });
  return (
    <div className={classes.progress}>
      <progress
        className={classes.hidden}
        max={totalItems}
        value={done}
        aria-label={words.progress(done, totalItems)}
      />
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.good} style={share(successfulItems)} />
        <span className={classes.bad} style={share(failedItems)} />
      </div>
      <p className={classes.count} role="status">
        {words.progress(done, totalItems)}
        {failedItems > 0 && ` · ${words.failed(failedItems)}`}
      </p>
    </div>
  );
}
