import type { ContentCheck } from '@shotclock/client';
import { expect, test } from 'vitest';
import { actionsOf, regionsOf } from './check-actions.ts';

const box = { left: 1, top: 2, width: 3, height: 4 };
const check = {
  status: 'SUCCESS',
  comparison: { mode: 'visual' },
  changed: true,
  changedArea: { baseline: { ...box, top: 9 }, current: box },
  ...{ confirmation: 'CONFIRMED', unstable: [], acceptedAt: null, seenAt: null },
  ...{ screenshotId: 2, scheduleItemId: 5 },
} as unknown as ContentCheck;
const unconfirmed = { ...check, changed: false, changedArea: null, confirmation: 'UNSTABLE' } as const;

test('a change can be accepted, ignored and marked as seen', () => {
  expect(actionsOf(check)).toEqual(['accept', 'ignore', 'seen']);
  expect(actionsOf({ ...check, seenAt: '2026-01-01T00:00:00Z' })).toEqual(['accept', 'ignore']);
  expect(actionsOf({ ...check, scheduleItemId: null })).toEqual(['accept', 'seen']);
  expect(actionsOf({ ...check, comparison: { ...check.comparison, mode: 'text' } })).not.toContain('ignore');
  expect(regionsOf(check)).toEqual([box]);
  const conditions = { appears: 'sold out' };
  expect(actionsOf({ ...check, comparison: { ...check.comparison, conditions } })).toEqual(['seen']);
});

test('a change whose screenshot was deleted can only be marked as seen, or its acceptance can be revoked', () => {
  const deleted = { ...check, screenshotId: null };
  expect(actionsOf(deleted)).toEqual(['seen']);
  expect(actionsOf({ ...deleted, acceptedAt: '2026-01-01T00:00:00Z' })).toEqual(['accept', 'seen']);
});

test('what differs between the two captures of an unconfirmed change can be ignored', () => {
  expect(actionsOf({ ...unconfirmed, unstable: [box] })).toEqual(['ignore']);
  expect(regionsOf({ ...unconfirmed, unstable: [box] })).toEqual([box]);
  expect(actionsOf(unconfirmed)).toEqual([]);
  expect(actionsOf({ ...check, status: 'PENDING', changed: null })).toEqual([]);
});
