/** The default request limits, for tests that build a core context themselves. */
export const requestLimits = () => ({
  minRunIntervalSeconds: 60,
  maxItemsPerSchedule: 1_000,
  maxRunningCapturesPerAccount: null,
  maxCapturesPerDayPerAccount: null,
  maxSchedulesPerAccount: null,
  maxApiKeysPerAccount: 100,
  maxStoredBytesPerAccount: null,
  maxWaitingCapturesPerAccount: 1_000,
  maxWaitingCaptures: 10_000,
  maxWaitingRequestsPerAccount: 200,
  maxWaitingRequests: 1_000,
  maxEventStreamsPerAccount: 100,
  maxEventStreams: 1_000,
  maxIdempotencyKeysPerAccount: 100_000,
  maxReplayBytesPerAccount: 268_435_456,
  maxItemBytesPerAccount: null,
});
