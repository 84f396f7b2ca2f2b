import type { AlertRule } from '@shotclock/client';
import { expect, test } from 'vitest';
import { draftOfRule, newRuleDraft, ruleOf } from './rule-draft.ts';

test('fields that do not apply to the selected events and pages are not sent', () => {
  const draft = {
    ...newRuleDraft({ itemId: 5, name: ' Prices ' }),
    ...{ minimumRatio: 0.1, failuresInARow: 3, scheduleIds: [1], destinationIds: [7] },
  };
  expect(ruleOf({ ...draft, events: ['screenshot.failed', 'execution.completed'] })).toEqual({
    ...{ name: 'Prices', enabled: true, events: ['screenshot.failed'], scheduleIds: null, itemIds: [5] },
    ...{ minimumRatio: 0, failuresInARow: 3, destinationIds: [7], tags: null, quietHours: null },
    ...{ timing: { type: 'AT_ONCE', at: null, weekday: null }, timezone: draft.timezone },
  });
  expect(ruleOf({ ...draft, target: 'schedules', events: ['content.changed'] })).toMatchObject({
    ...{ scheduleIds: [1], itemIds: null, minimumRatio: 0.1, failuresInARow: 2 },
  });
});

test('the form of a rule sends the rule unchanged', () => {
  const atOnce = ruleOf(newRuleDraft({ scheduleId: 1 }));
  const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  for (const timing of [
    { type: 'HOURLY', at: null, weekday: null },
    { type: 'DAILY', at: '18:30', weekday: null },
    { type: 'WEEKLY', at: '07:00', weekday: 'FRIDAY' },
  ] as const)
    for (const quietHours of [
      null,
      { from: '22:00', to: '07:00', days: null },
      { from: '00:00', to: '12:00', days: ['SATURDAY' as const, 'SUNDAY' as const] },
    ]) {
      const tagged = { scheduleIds: null, tags: ['news', 'shop'], timezone: 'Asia/Kathmandu' };
      const rule = { ...atOnce, ...tagged, timing, quietHours };
      expect(ruleOf(draftOfRule({ id: 1, ...rule, ...times } as AlertRule))).toEqual(rule);
    }
});

test('times that do not apply to the timing are not sent', () => {
  const draft = { ...newRuleDraft(), at: '10:00', weekday: 'SUNDAY' as const };
  const timingOf = (timingType: typeof draft.timingType) => ruleOf({ ...draft, timingType }).timing;
  expect(timingOf('HOURLY')).toEqual({ type: 'HOURLY', at: null, weekday: null });
  expect(timingOf('DAILY')).toEqual({ type: 'DAILY', at: '10:00', weekday: null });
  expect(timingOf('WEEKLY')).toEqual({ type: 'WEEKLY', at: '10:00', weekday: 'SUNDAY' });
  expect(ruleOf({ ...draft, target: 'tags', tags: ' shop,, news ' }).tags).toEqual(['shop', 'news']);
});
