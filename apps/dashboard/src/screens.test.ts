import { expect, test } from 'vitest';
import { samplesOf } from '../test/screen-samples.fixture.ts';
import { checkKeys } from './components/changes/check-actions.ts';
import { pathOf, screenShortcuts, screens } from './screens.ts';

const ids = {
  ...{ scheduleId: 1, clockItemId: 2, executionId: 3, screenshotId: 4 },
  ...{ destinationId: 5, alertRuleId: 6, deliveryId: 7 },
};

test('each screen has samples for the browser tests', () => {
  expect(Object.keys(samplesOf)).toEqual(Object.keys(screens));
});

test.each(Object.entries(screens))('the samples of %s match its route', (name, { route }) => {
  const pattern = new RegExp(`^${pathOf(route).replaceAll(/\$\w+/g, '\\d+')}$`);
  for (const { address } of samplesOf[name as keyof typeof screens])
    expect(address(ids).split('?')[0]).toMatch(pattern);
});

test('the keys that open screens differ from each other and from those of a list of changes', () => {
  const keys = [
    ...screenShortcuts.map(({ key }) => key.toUpperCase()),
    ...Object.values(checkKeys),
    'J',
    'K',
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
