import type { AccountEvent } from '@shotclock/client';
import { expect, test } from 'vitest';
import { changesOf, concerns } from './changes.ts';
import type { MethodName } from './read.ts';

const at = '2026-11-23T09:00:00.000Z';
const captured: AccountEvent = {
  event: 'screenshot',
  lastEventId: '1',
  data: {
    id: 7,
    status: 'SUCCESS',
    source: 'SCHEDULED_SCREENSHOT',
    scheduleId: 1,
    scheduleExecutionId: 3,
    scheduleItemId: 2,
    at,
  },
};
type Key = [MethodName, ...unknown[]];
const isRefreshedBy = (event: AccountEvent, ...queryKey: Key) =>
  changesOf(event).some((change) => concerns(change, queryKey));
const isRefreshed = (...queryKey: Key) => isRefreshedBy(captured, ...queryKey);

test('a capture refreshes the queries that show it', () => {
  expect(isRefreshed('screenshots.get', 7, { expand: 'verdict' })).toBe(true);
  expect(isRefreshed('executions.screenshots', 3, { page: 2 })).toBe(true);
  expect(isRefreshed('screenshots.list', { size: 24 })).toBe(true);
  expect(isRefreshed('screenshots.list', { itemId: 2, page: 0 })).toBe(true);
  expect(isRefreshed('me')).toBe(true);
  expect(isRefreshed('items.captures', 1, 2)).toBe(true);
  expect(isRefreshed('items.captures', 1, 5)).toBe(false);
});

test('a capture does not refresh queries that cannot show it', () => {
  expect(isRefreshed('screenshots.get', 8)).toBe(false);
  expect(isRefreshed('executions.screenshots', 4)).toBe(false);
  expect(isRefreshed('screenshots.list', { itemId: 5 })).toBe(false);
  expect(isRefreshed('screenshots.list', { source: 'MANUAL_SCREENSHOT' })).toBe(false);
  expect(isRefreshed('schedules.list')).toBe(false);
  expect(isRefreshed('apiKeys.list')).toBe(false);
});

test('a time-lapse and a public link refresh the queries that show them', () => {
  const timeLapse: AccountEvent = {
    event: 'time-lapse',
    lastEventId: '3',
    data: { id: 4, itemId: 2, status: 'PROCESSING', deleted: false, at },
  };
  const share: AccountEvent = {
    event: 'share',
    lastEventId: '4',
    data: { id: 5, screenshotId: 7, deleted: true, at },
  };
  expect(isRefreshedBy(timeLapse, 'timeLapses.get', 4)).toBe(true);
  expect(isRefreshedBy(timeLapse, 'timeLapses.list', 2, { page: 0, size: 5 })).toBe(true);
  expect(isRefreshedBy(timeLapse, 'timeLapses.list', 3, { page: 0, size: 5 })).toBe(false);
  expect(isRefreshedBy(share, 'shares.list', 7, { size: 100 })).toBe(true);
  expect(isRefreshedBy(share, 'shares.list', 8, { size: 100 })).toBe(false);
});

test('progress refreshes an execution, and its end also refreshes the list of schedules', () => {
  const execution = (status: 'PROCESSING' | 'COMPLETED'): AccountEvent => ({
    event: 'execution',
    lastEventId: '2',
    data: { id: 3, status, scheduleId: 1, totalItems: 2, successfulItems: 1, failedItems: 0, at },
  });
  expect(isRefreshedBy(execution('PROCESSING'), 'executions.get', 3)).toBe(true);
  expect(isRefreshedBy(execution('PROCESSING'), 'executions.get', 4)).toBe(false);
  expect(isRefreshedBy(execution('PROCESSING'), 'schedules.list')).toBe(false);
  expect(isRefreshedBy(execution('COMPLETED'), 'schedules.list')).toBe(true);
});
