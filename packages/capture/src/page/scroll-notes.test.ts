import { expect, test } from 'vitest';
import { scrollNotes } from './scroll-notes.ts';

const seconds = 8;

test('returns no note for a page that was scrolled to the end', () => {
  expect(scrollNotes({ through: 5_000, height: 5_000 }, { end: 5_000, seconds })).toEqual([]);
  expect(scrollNotes({ through: 5_000, height: 9_000 }, { end: 4_900, seconds })).toEqual([]);
});

test('reports a page that has grown or does not respond as still loading', () => {
  const note = ['The page was still loading after 8 s of scrolling.'];
  expect(scrollNotes({ through: 5_000, height: 5_000 }, { end: 6_000, seconds })).toEqual(note);
  expect(scrollNotes(null, { end: 6_000, seconds })).toEqual(note);
});

test('reports how far the page was scrolled if the end was not reached', () => {
  expect(scrollNotes({ through: 3_000, height: 5_000 }, { end: 5_000, seconds })).toEqual([
    'After 8 s of scrolling, content below the first 3000 pixels may not have loaded.',
  ]);
});
