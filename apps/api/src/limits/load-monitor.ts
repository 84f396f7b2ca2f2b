import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The load above which the API rejects requests instead of making all of them wait. */
export type LoadLimits = {
  /** Number of statements and transactions that are waiting for a database connection. */
  maxWaitingStatements: number;
  /** Mean event-loop delay in a sample. */
  maxDelayMs: number;
  /**
   * Minimum number of requests in progress. With fewer requests, other processes or a single large request explain a slow
   * event loop.
   */
  minRequests: number;
};

/**
 * At this limit, a statement waits for about a second on a server that executes 2,000 statements per second. Write
 * transactions that are waiting for their turn (ADR 29) are not counted, because reads do not wait for them. A request
 * needs several turns of the event loop, so at the maximum delay it takes a few seconds.
 */
export const defaultLoadLimits: LoadLimits = {
  maxWaitingStatements: 2_000,
  maxDelayMs: 500,
  minRequests: 50,
};

/** Several samples are required, because a garbage collection or a suspended process can cause a single slow sample. */
const slowSamples = 2;
const resolutionMs = 20;

export type LoadMonitor = {
  /** @param requests the number of requests in progress */
  isOverloaded(requests: number): boolean;
  close(): void;
};

/** Measures the load of this process until it is closed. */
export function createLoadMonitor(
  { maxWaitingStatements, maxDelayMs, minRequests }: LoadLimits,
  waitingStatements: () => number,
  sampleMs = 1_000,
): LoadMonitor {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let slow = 0;
  const timer = setInterval(() => {
    slow = slowSamplesAfter(slow, delay.mean / 1e6 - resolutionMs, maxDelayMs);
    delay.reset();
  }, sampleMs);
  timer.unref();
  return {
    isOverloaded: (requests) =>
      (slow >= slowSamples && requests >= minRequests) || waitingStatements() > maxWaitingStatements,
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/**
 * The number of consecutive slow samples. A sample without a measurement (NaN) is treated as slow, because the event loop
 * did not run.
 */
export const slowSamplesAfter = (before: number, delayMs: number, maxDelayMs: number): number =>
  delayMs <= maxDelayMs ? 0 : before + 1;
