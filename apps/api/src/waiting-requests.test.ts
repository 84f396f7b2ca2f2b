import { expect, test } from 'vitest';
import { createWaitingRequests } from './waiting-requests.ts';

const limits = { maxWaitingRequestsPerAccount: 2, maxWaitingRequests: 3 };

test('an account can wait with as many requests as its limit', () => {
  const requests = createWaitingRequests();
  const leave = requests.add(1, limits);
  expect(requests.add(1, limits)).not.toBeNull();
  expect(requests.add(1, limits)).toBeNull();
  leave!();
  expect(requests.add(1, limits)).not.toBeNull();
});

test('all accounts share the limit of the process', () => {
  const requests = createWaitingRequests();
  const leave = requests.add(1, limits);
  requests.add(1, limits);
  requests.add(2, limits);
  expect(requests.add(2, limits)).toBeNull();
  leave!();
  expect(requests.add(2, limits)).not.toBeNull();
});

test('a limit of 0 lets no request wait', () => {
  expect(createWaitingRequests().add(1, { ...limits, maxWaitingRequestsPerAccount: 0 })).toBeNull();
});
