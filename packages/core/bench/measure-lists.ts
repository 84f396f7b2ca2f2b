import { parseCursor } from '@shotclock/contracts';
import {
  type CoreContext,
  foldFeedCounts,
  listAllExecutions,
  listContentChecks,
  listExecutions,
  listScreenshots,
} from '../src/index.ts';
import { elapsed, median } from './timing.ts';

const request = { page: 0, size: 20, sort: { field: 'createdAt', direction: 'desc' } } as const;
const period = { from: new Date('2023-06-01T09:05:00Z'), to: null };

/** The lists whose totals are computed from stored counts. Only the first page of each list is read. */
const lists: Record<string, (ctx: CoreContext) => Promise<{ totalElements: number }>> = {
  screenshots: (ctx) => listScreenshots(ctx, request),
  'screenshots from a date': (ctx) => listScreenshots(ctx, { ...request, ...period }),
  checks: (ctx) => listContentChecks(ctx, request),
  'checks from a date': (ctx) => listContentChecks(ctx, { ...request, ...period }),
  'executions of a schedule': (ctx) => listExecutions(ctx, { ...request, scheduleId: 1 }),
  'executions from a date': (ctx) => listAllExecutions(ctx, { ...request, ...period }),
  'completed executions': (ctx) => listAllExecutions(ctx, { ...request, status: 'COMPLETED' }),
};

export type ListRow = { list: string; page: string; small: number; large: number; total: number };

/**
 * Measures the first page of each list, and a page from the middle of the screenshots, read with a cursor. Alternates between the
 * two databases. Returns medians in milliseconds, and the total in the large database.
 */
export async function measureLists(
  small: CoreContext,
  large: CoreContext,
  { repetitions }: { repetitions: number },
): Promise<ListRow[]> {
  for (const ctx of [small, large]) while ((await foldFeedCounts(ctx)) > 0);
  const middle = { small: await middleOf(small), large: await middleOf(large) };
  const cases = [
    ...Object.entries(lists).map(([list, read]) => ({
      list,
      page: 'first',
      read: { small: () => read(small), large: () => read(large) },
    })),
    {
      list: 'screenshots',
      page: 'middle, with a cursor',
      read: {
        small: () => listScreenshots(small, middle.small),
        large: () => listScreenshots(large, middle.large),
      },
    },
  ].map((one) => ({ ...one, times: { small: [] as number[], large: [] as number[] } }));
  for (let n = 0; n < repetitions; n += 1)
    for (const { read, times } of cases)
      for (const size of ['small', 'large'] as const) times[size].push(await elapsed(read[size]));
  const rows: ListRow[] = [];
  for (const { list, page, read, times } of cases)
    rows.push({
      list,
      page,
      small: median(times.small),
      large: median(times.large),
      total: (await read.large()).totalElements,
    });
  return rows;
}

/** The request for a page that starts in the middle of the screenshots. */
async function middleOf(ctx: CoreContext) {
  const start = parseCursor('', '')!;
  const { totalElements: total } = await listScreenshots(ctx, request);
  const page = Math.floor(total / 2 / request.size);
  const { content } = await listScreenshots(ctx, { ...request, page });
  const { createdAt, id } = content[0]!;
  return { ...request, page, cursor: { ...start, page, total, after: { value: createdAt, id } } };
}
