import { expect, test } from 'vitest';
import { ifNoneMatch } from './if-none-match.ts';

test.each<[string | undefined, string, boolean]>([
  [undefined, '"a"', false],
  ['', '"a"', false],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a" ,"c"', '"a"', true],
  ['"b","c"', '"a"', false],
  ['"b,c", "a"', '"b"', false],
  ['"b,c", "a"', '"b,c"', true],
  ['*', '"a"', true],
  [' * ', '"a"', true],
  ['"*"', '"a"', false],
  ['a', '"a"', false],
])('If-None-Match: %s matches %s: %s', (header, etag, known) => {
  expect(ifNoneMatch(header, etag)).toBe(known);
});
