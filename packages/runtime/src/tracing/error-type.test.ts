import { expect, test } from 'vitest';
import { errorType } from './error-type.ts';

const withCode = (code: unknown) => Object.assign(new Error('secret'), { code });

test.each([
  [withCode('connection_refused'), 'connection_refused'],
  [new Error('Failed query', { cause: withCode('23505') }), '23505'],
  [withCode('https://example.com/secret'), '_OTHER'],
  [withCode(7), '_OTHER'],
  [new TypeError('secret'), '_OTHER'],
  ['secret', '_OTHER'],
])('the type of an error is its code: %#', (error, type) => {
  expect(errorType(error)).toBe(type);
});
