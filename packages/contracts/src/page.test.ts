import { describe, expect, test } from 'vitest';
import { parseCursor } from './cursor.ts';
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
  ])('returns the number of pages for %i records', (total, pages) =>
    expect(pageOf([], { total }, { page: 3, size: 20 })).toEqual({
      content: [],
      page: 3,
      size: 20,
      totalElements: total,
      totalPages: pages,
    }),
  );
});

describe('a cursor', () => {
  const start = parseCursor('', 'by name')!;
  const request = { page: 0, size: 2, cursor: start };
  const after = { value: '2026-11-21T09:00:00.012Z', id: 7 };

  test('of a page contains the position of its last record, the next page, and the total at the time of the first page', () => {
    const page = pageOf(['a', 'b'], { total: 5, next: after }, request);
    expect(page).toMatchObject({ page: 0, totalElements: 5, totalPages: 3 });
    const cursor = parseCursor(page.nextCursor!, 'any')!;
    expect(cursor).toEqual({ after, page: 1, total: 5, selection: 'by name' });
    expect(pageOf([], { total: cursor.total, next: null }, { ...cursor, size: 2, cursor })).toMatchObject({
      page: 1,
      totalElements: 5,
      nextCursor: null,
    });
  });

  test.each([
    'x',
    '0',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["by name",1,5,7]').toString('base64url'),
    Buffer.from('["by name",1,5,-7,7]').toString('base64url'),
    Buffer.from('["by name",1,5,7,"2026-13-21T09:00:00.012Z"]').toString('base64url'),
    Buffer.from(`["by name",1,5,7,"'; drop table schedules"]`).toString('base64url'),
  ])('is not %j', (text) => expect(parseCursor(text, 'by name')).toBeNull());
});
