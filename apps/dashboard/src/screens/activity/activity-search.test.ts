import { expect, test } from 'vitest';
import { parseActivitySearch } from './activity-search.ts';

test('a tab accepts only the statuses of its list', () => {
  expect(parseActivitySearch({ status: 'COMPLETED' })).toEqual({ status: 'COMPLETED' });
  expect(parseActivitySearch({ status: 'PENDING' })).toEqual({});
  expect(parseActivitySearch({ tab: 'changes', status: 'PENDING', changed: false })).toEqual({
    tab: 'changes',
    status: 'PENDING',
    changed: false,
  });
  expect(parseActivitySearch({ tab: 'wallet', status: 'FAILED' })).toEqual({ tab: 'wallet' });
  expect(parseActivitySearch({ tag: ' shop, ' })).toEqual({ tag: 'shop' });
  expect(parseActivitySearch({ tab: 'wallet', tag: 'shop' })).toEqual({ tab: 'wallet' });
  expect(parseActivitySearch({ verdict: 'blank' })).toEqual({ verdict: 'blank' });
  expect(parseActivitySearch({ verdict: 'robot' })).toEqual({});
  expect(parseActivitySearch({ tab: 'changes', verdict: 'blank' })).toEqual({ tab: 'changes' });
});

test('sorting by size requires the filter for changes', () => {
  const search = { tab: 'changes', changed: true, sort: 'size' };
  expect(parseActivitySearch(search)).toEqual(search);
  expect(parseActivitySearch({ ...search, changed: false })).toEqual({ tab: 'changes', changed: false });
});

test('a nonexistent day is removed from the URL', () => {
  expect(parseActivitySearch({ from: '2026-13-45', to: '2026-02-30' })).toEqual({});
  expect(parseActivitySearch({ from: '2028-02-29' })).toEqual({ from: '2028-02-29' });
});

test('unknown parameters are removed from the URL', () => {
  expect(parseActivitySearch({ page: -1, scheduleId: 'x', from: 'yesterday', url: '', other: 1 })).toEqual(
    {},
  );
});
