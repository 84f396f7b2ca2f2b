import { defaultAccountId } from '@shotclock/db';
import type { listScreenshotActivity } from '../src/index.ts';

export type FeedInput = Parameters<typeof listScreenshotActivity>[1];
export type Filter = Pick<FeedInput, 'from' | 'to' | 'source' | 'sort'>;
export const size = 20;

const newestFirst = { field: 'createdAt', direction: 'desc' } as const;
const everything: Filter = { from: null, to: null, source: null, sort: newestFirst };
const between = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

export const filters: Record<string, Filter> = {
  'no filter': everything,
  'no filter, asc': { ...everything, sort: { field: 'createdAt', direction: 'asc' } },
  'source=SCHEDULED_SCREENSHOT': { ...everything, source: 'SCHEDULED_SCREENSHOT' },
  'source=MANUAL_SCREENSHOT, asc': {
    ...everything,
    source: 'MANUAL_SCREENSHOT',
    sort: { field: 'createdAt', direction: 'asc' },
  },
  'a month': { ...everything, ...between('2024-05-01T00:00:00.000Z', '2024-05-31T23:59:59.999Z') },
  'half a year, both ends inside a busy hour': {
    ...everything,
    ...between('2024-03-01T12:15:00.001Z', '2024-09-01T12:44:59.998Z'),
  },
  'both ends inside the same busy hour': {
    ...everything,
    ...between('2024-03-01T12:04:44.321Z', '2024-03-01T12:55:17.001Z'),
  },
  'a year of one source, both ends inside a burst': {
    ...everything,
    ...between('2023-07-03T09:04:44.321Z', '2024-07-03T09:05:17.001Z'),
    source: 'SCHEDULED_SCREENSHOT',
  },
};

/** Returns the two statements that the counts replace. They select the same page and compute its total without counts. */
export function plainStatements(input: FeedInput): { total: string; page: string } {
  const { from, to, source, sort } = input;
  const where = [
    `account_id = ${defaultAccountId} and captured_at is not null`,
    ...(from ? [`captured_at >= '${from.toISOString()}'`] : []),
    ...(to ? [`captured_at <= '${to.toISOString()}'`] : []),
    ...(source ? [`source = '${source}'`] : []),
  ].join(' and ');
  const order = `captured_at ${sort.direction}, id ${sort.direction}`;
  return {
    total: `select count(*) as total from screenshots where ${where}`,
    page: `select * from screenshots where ${where} order by ${order} limit ${input.size} offset ${input.page * input.size}`,
  };
}
