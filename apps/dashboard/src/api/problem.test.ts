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

test.each([503, 429])('a screen keeps what it shows after a repeated request with %i', (status) => {
  expect(blockingError({ data: {}, error: problem(status) })).toBeNull();
  expect(blockingError({ data: undefined, error: problem(status) })).toEqual(problem(status));
});

test('a screen keeps what it shows while the server cannot be reached', () => {
  expect(blockingError({ data: {}, error: new TypeError('Failed to fetch') })).toBeNull();
});

test('a screen does not show a resource that was deleted meanwhile', () => {
  expect(blockingError({ data: {}, error: problem(404) })).toEqual(problem(404));
});

test('a screen without an error is shown', () => {
  expect(blockingError({ data: undefined, error: null })).toBeNull();
});
