import type { ListedSchedule } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { useNow } from '../../components/now.ts';
import { Panel } from '../../components/page.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Time } from '../../components/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './next-runs.module.css';

const { overview } = texts;
const shownRuns = 7;
const hourMs = 3_600_000;

/** What runs next, as a line of the next hour and as a list. */
export function NextRuns({ schedules }: { schedules: readonly ListedSchedule[] | undefined }) {
  return (
    <Panel title={overview.next} flush aside={<Link to="/schedules">{overview.seeAll}</Link>}>
      {!schedules ? (
        <SkeletonRows count={5} height={24} />
      ) : schedules.length === 0 ? (
        <EmptyState icon="clock" title={overview.nextNone} />
      ) : (
        <>
          <Timeline schedules={schedules} />
          <ul>
            {schedules.slice(0, shownRuns).map(({ id, name, nextRunAt }) => (
              <li key={id}>
                <Link to="/schedules/$scheduleId" params={{ scheduleId: String(id) }} className={rows.row}>
                  <span className={`${rows.grow} ${rows.ellipsis}`}>{name}</span>
                  <span className={rows.faint}>{nextRunAt && <Time at={nextRunAt} />}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** The next hour as a line with a mark for each run. The list below says the same in words. */
function Timeline({ schedules }: { schedules: readonly ListedSchedule[] }) {
  const now = useNow();
  const soon = schedules.filter(({ nextRunAt }) => nextRunAt && Date.parse(nextRunAt) - now < hourMs);
  return (
    <div className={classes.timeline} aria-hidden="true">
      <div className={classes.line} />
      {soon.map(({ id, nextRunAt }) => (
        <span
          key={id}
          className={classes.mark}
          style={{ left: `${Math.max(0, ((Date.parse(nextRunAt!) - now) / hourMs) * 100)}%` }}
        />
      ))}
      <span className={classes.start}>{texts.time.now}</span>
      <span className={classes.end}>{overview.inAnHour}</span>
    </div>
  );
}
