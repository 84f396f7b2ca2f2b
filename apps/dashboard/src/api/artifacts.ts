import { ProblemError } from '@shotclock/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** The stored text or HTML of a capture, which never changes; null if it was not stored. */
export const storedTextOptions = (screenshotId: number, artifact: 'text' | 'html') =>
  queryOptions({
    queryKey: [`screenshots.${artifact}`, screenshotId],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        return await client.screenshots[artifact](screenshotId, { signal });
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
  });
