import { expect, test } from 'vitest';
import { inDocumentOrder } from './document-order.ts';

const paths = (body: unknown, ...given: string[]) =>
  inDocumentOrder(
    given.map((path) => ({ path, code: 'invalid', message: 'is not valid' })),
    body,
  ).map(({ path }) => path);

test('errors follow the order of the body', () => {
  const body = [
    { width: '1', url: 'x', 'a/b~': 1 },
    { crop: '', height: {} },
  ];
  expect(paths(body, '/1/height', '/0/a~1b~0', '/1/crop', '/0/url', '/0/width')).toEqual([
    '/0/width',
    '/0/url',
    '/0/a~1b~0',
    '/1/crop',
    '/1/height',
  ]);
});

test('an error about a missing field precedes the other errors in its object, and errors in the whole body come first', () => {
  expect(
    paths({ name: 1, schedule: { type: 'x' } }, '/schedule/type', '/schedule/firstRunAt', '/items', ''),
  ).toEqual(['', '/items', '/schedule/firstRunAt', '/schedule/type']);
});

test('other errors keep their order', () => {
  expect(paths(undefined, '/size', '/page', '/Idempotency-Key')).toEqual([
    '/size',
    '/page',
    '/Idempotency-Key',
  ]);
});
