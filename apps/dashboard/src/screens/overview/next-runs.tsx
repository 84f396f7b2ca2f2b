import type { ListedSchedule } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Panel } from '../../components/layout/page.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { formatExact, formatRelative } from '../../components/text/format.ts';
import { useNow } from '../../components/text/now.ts';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './next-runs.module.css';
import { NotLoaded } from './not-loaded.tsx';

const { overview } = texts;
const shownRuns = 7;
const hourMs = 3_600_000;
/** Possible lengths of the timeline. The shortest length that contains enough runs is used. */
const horizons = [1, 6, 24, 7 * 24, 30 * 24].map((hours) => hours * hourMs);
const enoughRuns = 3;

type NextRunsProps = { schedules: readonly ListedSchedule[] | undefined; isFailed: boolean };

/** The next runs as a timeline and a list. */
export function NextRuns({ schedules, isFailed }: NextRunsProps) {
  return (
    <Panel title={overview.next} flush aside={<Link to="/schedules">{overview.seeAll}</Link>}>
      {!schedules ? (
        <NotLoaded isFailed={isFailed}>
          <SkeletonRows count={5} height={24} />
        </NotLoaded>
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

/** A timeline with a mark for each run. The list below is its text alternative. */
function Timeline({ schedules }: { schedules: readonly ListedSchedule[] }) {
  const now = useNow();
  const runs = schedules.flatMap(({ id, name, nextRunAt }) =>
    nextRunAt ? [{ id, name, nextRunAt, inMs: Math.max(0, Date.parse(nextRunAt) - now) }] : [],
  );
  const enough = runs[Math.min(enoughRuns, runs.length) - 1]?.inMs ?? 0;
  const horizon = horizons.find((length) => length >= enough) ?? horizons.at(-1)!;
  return (
    <div className={classes.timeline} aria-hidden="true">
      <div className={classes.line} />
      {runs
        .filter(({ inMs }) => inMs <= horizon)
        .map(({ id, name, nextRunAt, inMs }) => (
          <span
            key={id}
            className={classes.mark}
            style={{ left: `${(inMs / horizon) * 100}%` }}
            title={`${name}: ${formatExact(new Date(nextRunAt))}`}
          />
        ))}
      <span className={classes.start}>{texts.time.now}</span>
      <span className={classes.end}>{formatRelative(new Date(now + horizon), now)}</span>
    </div>
  );
}
