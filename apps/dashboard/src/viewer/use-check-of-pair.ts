import type { ContentCheck } from '@shotclock/client';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/read.ts';

/** The visual check that compared these two captures; null if there is none, undefined until this is known. */
export function useCheckOfPair(before: number, after: number): ContentCheck | null | undefined {
  const { data, error } = useQuery({
    ...read('contentChanges.list', { screenshotId: after, status: 'SUCCESS', size: 1, expand: 'changes' }),
    placeholderData: undefined,
  });
  if (!data) return error ? null : undefined;
  const [check] = data.content;
  return check?.comparison.mode === 'visual' && check.baselineScreenshotId === before ? check : null;
}
