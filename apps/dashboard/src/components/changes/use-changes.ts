import type { ContentCheck } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/read.ts';

/** The API's maximum page size. Changes after the first page are not marked. */
const size = 200;

type Changes = {
  /** Sorted by ratio, largest first. */
  checks: readonly ContentCheck[];
  /** The change found in a capture. */
  of(screenshotId: number): ContentCheck | undefined;
};

const none: Changes = { checks: [], of: () => undefined };

/** The changes that checks found in the captures of a run. */
export function useChangesOfRun(executionId: number, refetchInterval: number | false): Changes {
  const { data } = useQuery({
    ...read('contentChanges.list', {
      executionId,
      changed: true,
      size,
      sort: 'ratio,desc',
      expand: 'changes',
    }),
    refetchInterval,
    placeholderData: undefined,
  });
  return data ? changesOf(data.content) : none;
}

/** The newest changes in a schedule that are not marked as seen, largest first. */
export function useUnseenChanges(scheduleId: number): Changes {
  const { data } = useQuery({
    ...read('contentChanges.list', { scheduleId, changed: true, seen: false, size, expand: 'changes' }),
    placeholderData: undefined,
  });
  const checks = data && [...data.content].sort((one, other) => (other.ratio ?? 0) - (one.ratio ?? 0));
  return checks ? changesOf(checks) : none;
}

function changesOf(checks: readonly ContentCheck[]): Changes {
  const byCapture = new Map(checks.map((check) => [check.screenshotId, check]));
  return { checks, of: (screenshotId) => byCapture.get(screenshotId) };
}
