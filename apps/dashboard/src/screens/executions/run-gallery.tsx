import { SegmentedControl } from '@mantine/core';
import type { ScheduleExecution } from '@shotclock/client';
import { useEffect, useState } from 'react';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { CaptureGallery } from '../../components/capture-gallery.tsx';
import { SkeletonGrid } from '../../components/capture-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import { useExecutionCaptures } from './use-execution-captures.ts';

const { execution: words, statuses } = texts.captures;
type Filter = 'ALL' | 'SUCCESS' | 'FAILED';

/** The pages of a run, as they are captured. */
export function RunGallery({ run }: { run: ScheduleExecution }) {
  const [filter, setFilter] = useState<Filter>('ALL');
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const refetchInterval = useRefetchInterval();
  const isRunning = run.status === 'PROCESSING';
  const captures = useExecutionCaptures(run.id, {
    status: filter === 'ALL' ? undefined : filter,
    range,
    refetchInterval: isRunning && refetchInterval,
  });
  const { refetch, total } = captures;
  // Without events, the last captures may end when the run is no longer polled.
  useEffect(() => {
    if (!isRunning && refetchInterval !== false) refetch();
  }, [isRunning]);
  return (
    <>
      {run.failedItems > 0 && run.successfulItems > 0 && (
        <div>
          <SegmentedControl
            aria-label={words.filter}
            value={filter}
            onChange={setFilter}
            data={[
              { value: 'ALL', label: texts.common.all },
              { value: 'SUCCESS', label: statuses.SUCCESS },
              { value: 'FAILED', label: statuses.FAILED },
            ]}
          />
        </div>
      )}
      {captures.error !== null && <ProblemNotice error={captures.error} onRetry={refetch} />}
      {total === undefined ? (
        <SkeletonGrid count={Math.min(24, run.totalItems)} />
      ) : total === 0 ? (
        <EmptyState icon="image" title={words.empty} />
      ) : (
        <CaptureGallery key={filter} total={total} at={captures.at} onRange={setRange} />
      )}
    </>
  );
}
