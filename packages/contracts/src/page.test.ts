import { describe, expect, test } from 'vitest';
import { pageOf, parseSort } from './page.ts';

const fields = ['createdAt', 'name'] as const;

describe('parseSort', () => {
  test.each([
    ['createdAt', { field: 'createdAt', direction: 'asc' }],
    ['name,desc', { field: 'name', direction: 'desc' }],
    ['name,asc', { field: 'name', direction: 'asc' }],
    ['name,DESC', { field: 'name', direction: 'desc' }],
  ])('parses %s', (text, sort) => expect(parseSort(text, fields)).toEqual(sort));

  test.each(['', 'id', 'NAME', 'name,up', 'name,asc,desc', ',asc', 'name,'])('rejects %j', (text) =>
    expect(parseSort(text, fields)).toBeNull(),
  );
});

describe('pageOf', () => {
  test.each([
    [0, 0],
    [1, 1],
    [20, 1],
    [21, 2],
  ])('returns the number of pages of %i records', (total, pages) =>
    expect(pageOf([], total, { page: 3, size: 20 })).toEqual({
      content: [],
      page: 3,
      size: 20,
      totalElements: total,
      totalPages: pages,
    }),
  );
});
