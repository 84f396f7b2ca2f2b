import { expect, test } from 'vitest';
import { nextClockChange } from './clock-change.ts';

test.each([
  ['Europe/Paris', '2026-11-23T09:00:30Z', '2027-03-28T01:00:00.000Z', true],
  ['Europe/Paris', '2027-03-28T01:00:00Z', '2027-10-31T01:00:00.000Z', false],
  ['America/New_York', '2027-03-14T06:59:00Z', '2027-03-14T07:00:00.000Z', true],
  ['Australia/Lord_Howe', '2027-01-01T00:00:00Z', '2027-04-03T15:00:00.000Z', false],
])('the clocks of %s change next after %s at %s', (zone, from, at, isForward) => {
  expect(nextClockChange(zone, new Date(from))).toEqual({ at: new Date(at), isForward });
});

test.each(['UTC', 'Asia/Kolkata'])('%s has no DST transitions', (zone) => {
  expect(nextClockChange(zone, new Date('2026-11-23T09:00:00Z'))).toBeNull();
});
