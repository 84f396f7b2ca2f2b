import { expect, test } from 'vitest';
import { parsePosition, positionText } from './position-text.ts';

test.each([
  { xid: 3, since: new Date(0) },
  { xid: 2 ** 40 + 1, since: new Date('2026-11-21T09:00:00.125Z') },
])('a position is restored from its text: %o', (position) => {
  expect(parsePosition(positionText(position))).toEqual(position);
});

test.each([
  '',
  '1',
  '1.',
  '.1',
  '1.2.3',
  '-1.1',
  'A.B',
  '1 .2',
  `${'z'.repeat(11)}.1`,
  'zzzzzzzzzz.zzzzzzzzzzz',
])('any other text is not a position: %s', (text) => {
  expect(parsePosition(text)).toBeNull();
});
