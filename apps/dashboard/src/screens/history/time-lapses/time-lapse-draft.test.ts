import { expect, test } from 'vitest';
import { firstDraft, requestOf } from './time-lapse-draft.ts';

const now = Date.parse('2026-11-23T12:00:00Z');

test('the period "all captures" has no bounds', () => {
  expect(requestOf(firstDraft, now)).toEqual({ width: 640, framesPerSecond: 8, onlyChanges: true });
});

test('a relative period ends now', () => {
  expect(requestOf({ ...firstDraft, period: 'week', speed: '', onlyChanges: false }, now)).toEqual({
    ...{ width: 640, onlyChanges: false },
    from: '2026-11-16T12:00:00.000Z',
  });
});

test("a custom period is in the viewer's time zone and includes its last minute", () => {
  const chosen = { from: '2026-11-01T09:00', to: '2026-11-02T10:30' };
  const { from, to } = requestOf({ ...firstDraft, period: 'custom', ...chosen }, now);
  expect(from).toBe(new Date(2026, 10, 1, 9).toISOString());
  expect(to).toBe(new Date(2026, 10, 2, 10, 30, 59, 999).toISOString());
});

test('a custom period can be open-ended, and other periods ignore it', () => {
  const chosen = { ...firstDraft, from: '2026-11-01T09:00' };
  expect(requestOf({ ...chosen, period: 'custom' }, now)).not.toHaveProperty('to');
  expect(requestOf(chosen, now)).not.toHaveProperty('from');
});
