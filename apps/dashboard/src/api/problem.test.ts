import { ProblemError } from '@shotclock/client';
import { expect, test } from 'vitest';
import { blockingError } from './problem.ts';

const problem = (status: number) =>
  new ProblemError(status, {
    type: '/problems/internal',
    code: 'internal',
    title: 'X',
    detail: 'X',
    status,
    instance: '/',
    requestId: 'x',
  });

test.each([503, 429])('a screen keeps its content when a refresh fails with %i', (status) => {
  expect(blockingError({ data: {}, error: problem(status) })).toBeNull();
  expect(blockingError({ data: undefined, error: problem(status) })).toEqual(problem(status));
});

test('a screen keeps its content while the server is unreachable', () => {
  expect(blockingError({ data: {}, error: new TypeError('Failed to fetch') })).toBeNull();
});

test('a screen does not show a resource that has been deleted', () => {
  expect(blockingError({ data: {}, error: problem(404) })).toEqual(problem(404));
});

test('a screen without an error does not have a blocking error', () => {
  expect(blockingError({ data: undefined, error: null })).toBeNull();
});
