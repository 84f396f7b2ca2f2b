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
const isRefreshed = (...queryKey: Key) => changesOf(captured).some((change) => concerns(change, queryKey));

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

test('the progress of an execution refreshes it, and its end also refreshes the list of schedules', () => {
  const execution = (status: 'PROCESSING' | 'COMPLETED'): AccountEvent => ({
    event: 'execution',
    lastEventId: '2',
    data: { id: 3, status, scheduleId: 1, totalItems: 2, successfulItems: 1, failedItems: 0, at },
  });
  const isChanged = (event: AccountEvent, ...queryKey: Key) =>
    changesOf(event).some((change) => concerns(change, queryKey));
  expect(isChanged(execution('PROCESSING'), 'executions.get', 3)).toBe(true);
  expect(isChanged(execution('PROCESSING'), 'executions.get', 4)).toBe(false);
  expect(isChanged(execution('PROCESSING'), 'schedules.list')).toBe(false);
  expect(isChanged(execution('COMPLETED'), 'schedules.list')).toBe(true);
});
