import { expect, test } from 'vitest';
import { dayParts } from './day-parts.ts';

test('a UTC day does not need slots', () => {
  expect(dayParts([0, 144, 288], 144)).toEqual([
    { period: 0, day: 0, first: 144, end: 144, isRest: true },
    { period: 1, day: 1, first: 144, end: 144, isRest: true },
  ]);
});

test('only the shorter part of a day is read if an edge divides the day', () => {
  // Days begin at 22:00 UTC.
  expect(dayParts([-12, 132], 144)).toEqual([
    { period: 0, day: -1, first: 132, end: 144, isRest: false },
    { period: 0, day: 0, first: 132, end: 144, isRest: true },
  ]);
  // Days begin at 05:00 UTC.
  expect(dayParts([30, 174], 144)).toEqual([
    { period: 0, day: 0, first: 0, end: 30, isRest: true },
    { period: 0, day: 1, first: 0, end: 30, isRest: false },
  ]);
});

test('hours are separate slices', () => {
  expect(dayParts([138, 144, 150, 151], 144)).toEqual([
    { period: 0, day: 0, first: 138, end: 144, isRest: false },
    { period: 1, day: 1, first: 0, end: 6, isRest: false },
    { period: 2, day: 1, first: 6, end: 7, isRest: false },
  ]);
});

test('a long period within a day is a slice', () => {
  expect(dayParts([1, 143], 144)).toEqual([{ period: 0, day: 0, first: 1, end: 143, isRest: false }]);
});
