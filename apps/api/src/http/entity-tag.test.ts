import { expect, test } from 'vitest';
import { ifMatch, ifNoneMatch } from './entity-tag.ts';

test.each<[string | undefined, string, boolean]>([
  [undefined, '"a"', false],
  ['', '"a"', false],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
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

test.each<[string, boolean]>([
  ['"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['W/"a"', false],
  ['"b"', false],
  ['', false],
  ['a', false],
])('If-Match: %s matches "a": %s', (header, current) => {
  expect(ifMatch(header, '"a"')).toBe(current);
});
