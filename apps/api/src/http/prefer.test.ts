import { expect, test } from 'vitest';
import { parsePreference } from './prefer.ts';

test.each([
  [undefined, 60, null],
  ['wait=5', 5, 'wait=5'],
  ['wait="5"', 5, 'wait=5'],
  ['Wait = 7', 7, 'wait=7'],
  ['wait=0', 0, 'wait=0'],
  ['wait=500', 120, 'wait=120'],
  ['wait=99999999999999999999', 120, 'wait=120'],
  ['wait=5, wait=9', 5, 'wait=5'],
  ['respond-async', 0, 'respond-async'],
  ['respond-async, wait=10', 10, 'respond-async, wait=10'],
  ['return=minimal; foo="bar", RESPOND-ASYNC', 0, 'respond-async'],
  ['wait=soon', 60, null],
  ['wait=-1', 60, null],
  ['handling=lenient', 60, null],
  ['', 60, null],
])('Prefer: %s waits %d seconds and is applied as %s', (header, waitSeconds, applied) => {
  expect(parsePreference(header)).toEqual({ waitSeconds, applied });
});
