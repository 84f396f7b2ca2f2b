import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

/** What the test runs of all packages have in common. */
export const sharedConfig = {
  test: {
    setupFiles: [fileURLToPath(new URL('packages/testing/src/temporary-folder.ts', import.meta.url))],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Most test files wait for a store, a browser or a timeout most of the time.
    maxWorkers: 2 * availableParallelism(),
    // These end tests that hang. A test that must be fast asserts so itself.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    slowTestThreshold: 2_000,
  },
} satisfies ViteUserConfig;
