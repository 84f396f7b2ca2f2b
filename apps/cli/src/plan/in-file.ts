import { ProblemError } from '@shotclock/client/source';
import type { ScheduleFile } from './schedule-file.ts';

/**
 * Converts validation errors of the server to errors at their position in the file.
 * @param pathInEntry converts the path of a field in the request to its path in the schedule of the file
 */
export async function inFile<T>(
  file: ScheduleFile,
  index: number,
  pathInEntry: (path: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError && error.problem?.errors)) throw error;
    throw file.error(
      error.problem.errors.map(({ path, message }) => ({
        path: `/schedules/${index}${pathInEntry(path)}`,
        message,
      })),
    );
  }
}

export const samePath = (path: string): string => path;
/** Replaces the index in a request with the index in the file. */
export const withIndex = (path: string, indexes: number[]): string =>
  path.replace(/^\/items\/(\d+)/, (_, index: string) => `/items/${indexes[Number(index)]}`);
