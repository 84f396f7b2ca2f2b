import { expect, test } from 'vitest';
import { faultsOf } from './form-faults.ts';

const pages = [1, 3, 4].map((line) => ({ url: `https://a.example/${line}`, line }));
const error = (path: string) => ({ path, code: 'invalid', message: 'is wrong' });

test('an error in a page refers to the line that contains the page', () => {
  const faults = faultsOf([error('/items/2/url'), error('/items/1/url'), error('/items/1')], pages, 'CRON');
  expect(faults.pages).toEqual([
    { url: 'https://a.example/3', line: 3, message: 'Is wrong' },
    { url: 'https://a.example/4', line: 4, message: 'Is wrong' },
  ]);
});

test('an error in a setting for all pages is shown next to its field', () => {
  const faults = faultsOf([error('/policy/options/hide/0'), error('/policy/defaults/width')], pages, 'CRON');
  const commonFaults = new Map(['hide/0', 'width'].map((path) => [path, 'is wrong']));
  expect(faults).toMatchObject({ commonFaults, others: [] });
});

test('an error in a hidden field includes the field name', () => {
  const errors = [error('/schedule/firstRunAt'), error('/policy/endsAt'), error('/name'), error('/tags/1')];
  expect(faultsOf(errors, pages, 'CRON')).toMatchObject({
    fields: new Map([
      ['/name', 'Is wrong'],
      ['/tags', 'Is wrong'],
    ]),
    pages: [],
    others: ['schedule.firstRunAt: is wrong', 'policy.endsAt: is wrong'],
  });
  expect(faultsOf(errors, pages, 'ONCE').fields.get('/schedule/firstRunAt')).toBe('Is wrong');
});
