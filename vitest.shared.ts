import { availableParallelism } from 'node:os';
import type { ViteUserConfig } from 'vitest/config';

/** What the test runs of all packages have in common. */
export const sharedConfig = {
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Most test files wait for a store, a browser or a timeout most of the time.
    maxWorkers: 2 * availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    slowTestThreshold: 2_000,
  },
} satisfies ViteUserConfig;
