import { describe, expect, test } from 'vitest';
import { gapsBetween, instantOf, lastWallBy, wallAt } from './wall-time.ts';

const ms = (text: string) => Date.parse(`${text}Z`);
const text = (value: number) => new Date(value).toISOString().slice(0, -1);
const halfHourMs = 1_800_000;
const dayMs = 48 * halfHourMs;
const newYork = 'America/New_York';

describe('instantOf', () => {
  test.each([
    ['an ordinary time', newYork, '2026-06-01T12:00:00.007', '2026-06-01T16:00:00.007'],
    ['the last moment before a gap', newYork, '2026-03-08T01:59:59.999', '2026-03-08T06:59:59.999'],
    ['the first moment of a gap', newYork, '2026-03-08T02:00', '2026-03-08T07:00'],
    ['the last moment of a gap', newYork, '2026-03-08T02:59:59.999', '2026-03-08T07:00'],
    ['the end of a gap', newYork, '2026-03-08T03:00', '2026-03-08T07:00'],
    ['the first moment of a fold', newYork, '2026-11-01T01:00', '2026-11-01T05:00'],
    ['the last moment of a fold', newYork, '2026-11-01T01:59:59.999', '2026-11-01T05:59:59.999'],
    ['the end of a fold', newYork, '2026-11-01T02:00', '2026-11-01T07:00'],
    ['a skipped half hour', 'Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-03T15:30'],
    ['a skipped day', 'Pacific/Apia', '2011-12-30T15:00', '2011-12-30T10:00'],
    ['a gap of the far future', newYork, '2990-03-14T02:30', '2990-03-14T07:00'],
  ])('maps %s', (_, zone, wall, instant) => {
    expect(text(instantOf(ms(wall), zone))).toBe(text(ms(instant)));
  });

  test('refuses an unknown time zone', () => {
    expect(() => instantOf(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('lastWallBy', () => {
  test('is the wall time or, during the second pass of a fold, the end of the first pass', () => {
    expect(text(lastWallBy(ms('2026-11-01T05:59'), newYork))).toBe('2026-11-01T01:59:00.000');
    expect(text(lastWallBy(ms('2026-11-01T06:00'), newYork))).toBe('2026-11-01T01:59:59.999');
    expect(text(lastWallBy(ms('2026-11-01T06:59:59.999'), newYork))).toBe('2026-11-01T01:59:59.999');
    expect(text(lastWallBy(ms('2026-11-01T07:00'), newYork))).toBe('2026-11-01T02:00:00.000');
  });

  // Half-hour steps are used near an offset change. Elsewhere the offset is constant, so steps of one day are enough.
  test('is monotonic, and instantOf inverts it', () => {
    const wrong: string[] = [];
    for (const zone of [newYork, 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Africa/Casablanca']) {
      let last = Number.NEGATIVE_INFINITY;
      const isNearChange = (at: number) => wallAt(at + dayMs, zone) - wallAt(at - dayMs, zone) !== 2 * dayMs;
      for (let instant = ms('2018-01-01T00:00'); instant < ms('2019-06-01T00:00'); ) {
        const wall = lastWallBy(instant, zone);
        const undone = wall !== wallAt(instant, zone) || instantOf(wall, zone) === instant;
        if (wall < last || !undone) wrong.push(`${zone} ${text(instant)}`);
        last = wall;
        instant += isNearChange(instant) || isNearChange(instant + dayMs) ? halfHourMs : dayMs;
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('gapsBetween', () => {
  test('yields the gaps that end in (after, until], but no folds', () => {
    const gaps = (after: string, until: string) =>
      [...gapsBetween(ms(after), ms(until), newYork)].map((gap) => [text(gap.from), text(gap.to)]);
    const spring = [['2026-03-08T02:00:00.000', '2026-03-08T03:00:00.000']];
    expect(gaps('2026-01-01T00:00', '2026-12-31T00:00')).toEqual(spring);
    expect(gaps('2026-03-08T06:59', '2026-03-08T07:00')).toEqual(spring);
    expect(gaps('2026-03-08T07:00', '2026-12-31T00:00')).toEqual([]);
  });
});
