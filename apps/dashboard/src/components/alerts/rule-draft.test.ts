import { expect, test } from 'vitest';
import { draftOfRule, newRuleDraft, ruleOf } from './rule-draft.ts';

test('fields that do not apply to the selected events and pages are not sent', () => {
  const draft = {
    ...newRuleDraft({ itemId: 5, name: ' Prices ' }),
    ...{ minimumRatio: 0.1, failuresInARow: 3, scheduleIds: [1], destinationIds: [7] },
  };
  expect(ruleOf({ ...draft, events: ['screenshot.failed', 'execution.completed'] })).toEqual({
    ...{ name: 'Prices', enabled: true, events: ['screenshot.failed'], scheduleIds: null, itemIds: [5] },
    ...{ minimumRatio: 0, failuresInARow: 3, destinationIds: [7] },
  });
  expect(ruleOf({ ...draft, target: 'schedules', events: ['content.changed'] })).toMatchObject({
    ...{ scheduleIds: [1], itemIds: null, minimumRatio: 0.1, failuresInARow: 2 },
  });
});

test('the form of a rule sends the rule unchanged', () => {
  const rule = ruleOf(newRuleDraft({ scheduleId: 1 }));
  const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  expect(ruleOf(draftOfRule({ id: 1, ...rule, ...times } as Parameters<typeof draftOfRule>[0]))).toEqual(
    rule,
  );
});
