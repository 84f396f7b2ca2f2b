import type { ListedSchedule, ScheduleExecution } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/page.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { toneOfRun } from '../../components/tones.ts';
import { texts } from '../../texts/texts.ts';

const { overview, captures } = texts;
const shownRuns = 6;

type AttentionProps = {
  runs: readonly ScheduleExecution[] | undefined;
  /** Schedules whose names are known. */
  schedules: readonly ListedSchedule[] | undefined;
};

/** Runs with failures that need a hand. */
export function Attention({ runs, schedules: known }: AttentionProps) {
  const failed = runs?.filter(({ failedItems }) => failedItems > 0).slice(0, shownRuns);
  return (
    <Panel title={overview.attention} flush>
      {!failed ? (
        <SkeletonRows count={2} height={24} />
      ) : failed.length === 0 ? (
        <p className={rows.row}>
          <Status tone="good">{overview.attentionNone}</Status>
        </p>
      ) : (
        <ul>
          {failed.map((run) => (
            <li key={run.id}>
              <Link
                to="/executions/$executionId"
                params={{ executionId: String(run.id) }}
                className={rows.row}
              >
                <span className={`${rows.grow} ${rows.ellipsis}`}>
                  {known?.find(({ id }) => id === run.outcome?.scheduleId)?.name ??
                    captures.execution.title(run.id)}
                </span>
                <Status tone={toneOfRun(run)}>{captures.execution.failed(run.failedItems)}</Status>
                <span className={rows.faint}>
                  <Time at={run.startedAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
