import type { ScheduleExecution } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { unexpectedWords } from '../../components/captures/capture-state.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import rows from '../../components/layout/rows.module.css';
import { SkeletonRows } from '../../components/layout/skeleton-rows.tsx';
import { runState, toneOfRun } from '../../components/schedules/tones.ts';
import { formatDuration, formatNumber } from '../../components/text/format.ts';
import { Status } from '../../components/text/status.tsx';
import { Time } from '../../components/text/time.tsx';
import { texts } from '../../texts/texts.ts';

const { schedules, captures } = texts;
const shownRuns = 20;

/** The newest runs of a schedule. */
export function RunList({ runs }: { runs: readonly ScheduleExecution[] | undefined }) {
  if (!runs) return <SkeletonRows count={4} height={22} />;
  if (runs.length === 0) return <EmptyState icon="clock" title={schedules.runsNone} />;
  return (
    <ul>
      {runs.slice(0, shownRuns).map((run) => (
        <li key={run.id}>
          <Link
            to="/executions/$executionId"
            params={{ executionId: String(run.id) }}
            className={`${rows.row} ${rows.stacked}`}
          >
            <span style={{ width: 130 }}>
              <Status tone={toneOfRun(run)}>{schedules.runStates[runState(run)]}</Status>
            </span>
            <span className={`${rows.grow} ${rows.muted} ${rows.ellipsis}`}>{wordsOf(run).join(' · ')}</span>
            <span className={rows.faint}>{run.completedAt && formatDuration(run.processingTimeMs)}</span>
            <span className={rows.faint}>
              <Time at={run.startedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Texts for the progress or result of a run, its trigger, and the number of pages that were not compared. */
function wordsOf(run: ScheduleExecution): string[] {
  const { trigger, uncheckedItems = 0 } = run.outcome ?? {};
  return [
    ...pagesOf(run),
    ...unexpectedWords(run.outcome?.verdicts),
    ...(trigger ? [schedules.triggers[trigger]] : []),
    ...(uncheckedItems > 0 ? [captures.execution.notCompared(formatNumber(uncheckedItems))] : []),
  ];
}

/** Describes the pages in a run; empty for a skipped run, which has no pages. */
function pagesOf({ status, totalItems, successfulItems, failedItems }: ScheduleExecution): string[] {
  if (status === 'PROCESSING')
    return [captures.execution.progress(successfulItems + failedItems, totalItems)];
  if (failedItems > 0) return [schedules.pagesFailed(failedItems, totalItems)];
  return totalItems > 0 ? [schedules.pages(totalItems, formatNumber(totalItems))] : [];
}
