import type { AccountEvent } from '@shotclock/client';
import { expect, test } from 'vitest';
import { changesOf, concerns } from './changes.ts';

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
const isRefreshed = (path: string, params: object = {}) =>
  changesOf(captured).some((change) => concerns(change, ['get', `/api/v1${path}`, { params }]));

test('a capture refreshes the queries that show it', () => {
  expect(isRefreshed('/screenshots/{screenshotId}', { path: { screenshotId: 7 } })).toBe(true);
  expect(isRefreshed('/executions/{id}/screenshots', { path: { id: 3 }, query: { page: 2 } })).toBe(true);
  expect(isRefreshed('/screenshots', { query: { size: 24 } })).toBe(true);
  expect(isRefreshed('/screenshots', { query: { itemId: 2, page: 0 } })).toBe(true);
  expect(isRefreshed('/me')).toBe(true);
  const captures = '/schedules/{scheduleId}/items/{itemId}/captures';
  expect(isRefreshed(captures, { path: { scheduleId: 1, itemId: 2 } })).toBe(true);
  expect(isRefreshed(captures, { path: { scheduleId: 1, itemId: 5 } })).toBe(false);
});

test('a capture does not refresh queries that cannot show it', () => {
  expect(isRefreshed('/screenshots/{screenshotId}', { path: { screenshotId: 8 } })).toBe(false);
  expect(isRefreshed('/executions/{id}/screenshots', { path: { id: 4 } })).toBe(false);
  expect(isRefreshed('/screenshots', { query: { itemId: 5 } })).toBe(false);
  expect(isRefreshed('/screenshots', { query: { source: 'MANUAL_SCREENSHOT' } })).toBe(false);
  expect(isRefreshed('/schedules')).toBe(false);
  expect(isRefreshed('/api-keys')).toBe(false);
});

test('the progress of an execution refreshes it, and its end also refreshes the list of schedules', () => {
  const execution = (status: 'PROCESSING' | 'COMPLETED'): AccountEvent => ({
    event: 'execution',
    lastEventId: '2',
    data: { id: 3, status, scheduleId: 1, totalItems: 2, successfulItems: 1, failedItems: 0, at },
  });
  const isChanged = (event: AccountEvent, path: string, id?: number) =>
    changesOf(event).some((change) =>
      concerns(change, ['get', `/api/v1${path}`, { params: { path: id === undefined ? {} : { id } } }]),
    );
  expect(isChanged(execution('PROCESSING'), '/executions/{id}', 3)).toBe(true);
  expect(isChanged(execution('PROCESSING'), '/executions/{id}', 4)).toBe(false);
  expect(isChanged(execution('PROCESSING'), '/schedules')).toBe(false);
  expect(isChanged(execution('COMPLETED'), '/schedules')).toBe(true);
});
