import { describe, expect, test } from 'vitest';
import { createRequest, draftOf, newDraft, timingOf, updateRequest } from './draft.ts';

test('a timing contains only the fields for its type', () => {
  const draft = { ...newDraft(), firstRunAt: '2026-11-23T09:00', cronExpression: '0 9 * * *' };
  const firstRunAt = new Date('2026-11-23T09:00').toISOString();
  expect(timingOf({ ...draft, type: 'CRON' })).toEqual({ type: 'CRON', cronExpression: '0 9 * * *' });
  expect(timingOf({ ...draft, type: 'ONCE' })).toEqual({ type: 'ONCE', firstRunAt });
  expect(timingOf({ ...draft, type: 'INTERVAL', intervalValue: 2, intervalUnit: 'DAYS' })).toEqual({
    type: 'INTERVAL',
    firstRunAt,
    intervalValue: 2,
    intervalUnit: 'DAYS',
  });
});

test("an unchanged form sends the schedule's values", () => {
  const draft = draftOf({
    id: 1,
    name: 'Front page',
    description: null,
    tags: ['production', 'shop'],
    status: 'ACTIVE',
    schedule: {
      type: 'INTERVAL',
      firstRunAt: '2026-11-23T09:00:00.000Z',
      intervalValue: 6,
      intervalUnit: 'HOURS',
      cronExpression: null,
    },
    nextRunAt: null,
    lastRunAt: null,
    items: [],
    createdAt: '2026-11-23T09:00:00.000Z',
    updatedAt: '2026-11-23T09:00:00.000Z',
  });
  expect(createRequest(draft, [])).toMatchObject({
    name: 'Front page',
    description: null,
    tags: ['production', ' shop'],
    schedule: {
      type: 'INTERVAL',
      firstRunAt: '2026-11-23T09:00:00.000Z',
      intervalValue: 6,
      intervalUnit: 'HOURS',
    },
    items: [],
  });
});

test('a new schedule has the suggested values, unless the user changes them', () => {
  const draft = newDraft();
  const request = createRequest(draft, ['https://example.com/']);
  expect(request.items).toEqual([{ url: 'https://example.com/' }]);
  expect(request.policy).toMatchObject({
    defaults: { width: 1_280, height: 800, fullPage: true, extractText: true },
    options: { cookieBanners: 'reject' },
  });
  const options = { cookieBanners: null };
  const defaults = { ...draft.defaults, fullPage: false };
  const changed = { ...draft, options, defaults };
  expect(createRequest(changed, []).policy).not.toHaveProperty('options');
  expect(updateRequest(draft, changed)).toEqual({
    policy: { options, defaults: { fullPage: false } },
  });
});

describe('an update', () => {
  const before = { ...newDraft(), type: 'INTERVAL' as const, firstRunAt: '2026-11-23T09:00' };

  test('sends only the changed values', () => {
    expect(updateRequest(before, { ...before })).toBeNull();
    expect(updateRequest(before, { ...before, intervalValue: 5, retentionDays: 30 })).toEqual({
      schedule: { intervalValue: 5 },
      policy: { retentionDays: 30 },
    });
    expect(updateRequest({ ...before, description: 'Old' }, before)).toEqual({ description: null });
    expect(updateRequest(before, { ...before, tags: ' shop,, news ' })).toEqual({
      tags: [' shop', ' news '],
    });
    expect(updateRequest({ ...before, tags: 'shop' }, before)).toEqual({ tags: [] });
  });

  test('replaces the timing when its type changes', () => {
    expect(updateRequest(before, { ...before, type: 'CRON' })).toEqual({
      schedule: { type: 'CRON', cronExpression: '0 9 * * *' },
    });
  });

  test('removes a value whose field was cleared', () => {
    expect(updateRequest(before, { ...before, firstRunAt: '', intervalValue: '' })).toEqual({
      schedule: { firstRunAt: null, intervalValue: null },
    });
  });
});
