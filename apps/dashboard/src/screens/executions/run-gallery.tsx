import type { ScheduleExecution } from '@shotclock/client';
import { useEffect, useState } from 'react';
import { useRefetchInterval } from '../../api/live-updates.ts';
import { CaptureGallery } from '../../components/captures/capture-gallery.tsx';
import { ChangedCaptures, SkeletonGrid } from '../../components/captures/capture-grid.tsx';
import { unexpectedKinds, unexpectedWords } from '../../components/captures/capture-state.ts';
import { PageFilters } from '../../components/changes/page-filters.tsx';
import { useChangesOfRun } from '../../components/changes/use-changes.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import { useExecutionCaptures } from './use-execution-captures.ts';

const { execution: words, statuses, verdicts } = texts.captures;
type Filter = 'ALL' | 'SUCCESS' | 'UNEXPECTED' | 'FAILED' | 'CHANGED';

/** The pages in a run, which appear as they are captured. */
export function RunGallery({ run }: { run: ScheduleExecution }) {
  const [filter, setFilter] = useState<Filter>('ALL');
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const refetchInterval = useRefetchInterval();
  const isRunning = run.status === 'PROCESSING';
  const captures = useExecutionCaptures(run.id, {
    status: filter === 'SUCCESS' || filter === 'FAILED' ? filter : undefined,
    verdict: filter === 'UNEXPECTED' ? unexpectedKinds.join() : undefined,
    range,
    refetchInterval: isRunning && refetchInterval,
  });
  const { refetch, total } = captures;
  const changes = useChangesOfRun(run.id, isRunning && refetchInterval);
  const unseen = changes.checks.flatMap(({ id, seenAt }) => (seenAt === null ? [id] : []));
  const hasFailures = run.failedItems > 0 && run.successfulItems > 0;
  const hasUnexpected = unexpectedWords(run.outcome?.verdicts).length > 0;
  // Without events, the last captures may finish after polling has stopped.
  useEffect(() => {
    if (!isRunning && refetchInterval !== false) refetch();
  }, [isRunning]);
  return (
    <>
      {(hasFailures || hasUnexpected || changes.checks.length > 0) && (
        <PageFilters
          value={filter}
          onChange={(value) => setFilter(value)}
          unseen={unseen}
          data={[
            { value: 'ALL', label: texts.common.all },
            ...(hasFailures || hasUnexpected ? [{ value: 'SUCCESS' as const, label: statuses.SUCCESS }] : []),
            ...(hasUnexpected ? [{ value: 'UNEXPECTED' as const, label: verdicts.unexpected }] : []),
            ...(hasFailures ? [{ value: 'FAILED' as const, label: statuses.FAILED }] : []),
            ...(changes.checks.length > 0
              ? [{ value: 'CHANGED' as const, label: words.changed(changes.checks.length) }]
              : []),
          ]}
        />
      )}
      {captures.error !== null && <ProblemNotice error={captures.error} onRetry={refetch} />}
      {filter === 'CHANGED' ? (
        <ChangedCaptures checks={changes.checks} />
      ) : total === undefined ? (
        <SkeletonGrid count={Math.min(24, run.totalItems)} />
      ) : total === 0 ? (
        <EmptyState icon="image" title={words.empty} />
      ) : (
        <CaptureGallery
          key={filter}
          total={total}
          at={captures.at}
          changeOf={changes.of}
          onRange={setRange}
        />
      )}
    </>
  );
}
