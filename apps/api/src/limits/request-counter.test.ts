import { expect, test } from 'vitest';
import { createRequestCounter } from './request-counter.ts';

const limits = { perAccount: 2, total: 3 };

test('an account can have as many concurrent requests as its limit permits', () => {
  const requests = createRequestCounter();
  const leave = requests.add(1, limits);
  expect(requests.add(1, limits)).not.toBeNull();
  expect(requests.add(1, limits)).toBeNull();
  leave!();
  expect(requests.add(1, limits)).not.toBeNull();
});

test("all accounts share the process's limit", () => {
  const requests = createRequestCounter();
  const leave = requests.add(1, limits);
  requests.add(1, limits);
  requests.add(2, limits);
  expect(requests.add(2, limits)).toBeNull();
  leave!();
  expect(requests.add(2, limits)).not.toBeNull();
});

test('a limit of 0 rejects every request', () => {
  expect(createRequestCounter().add(1, { ...limits, perAccount: 0 })).toBeNull();
});
