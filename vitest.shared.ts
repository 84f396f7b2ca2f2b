import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Settings shared by the test runs of all packages. */
export const sharedConfig = {
  // Imports packages/client from source instead of its build.
  ssr: { resolve: { conditions: ['@shotclock/source'] } },
  test: {
    setupFiles: ['real-timers.ts', 'temporary-folder.ts'].map((file) =>
      pathOf(`packages/testing/src/${file}`),
    ),
    // Test files start many processes that load the same modules.
    env: { NODE_COMPILE_CACHE: pathOf('node_modules/.cache/node-compile-cache') },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Most test files mainly wait for a store, a browser or a timeout. Each project must set this number, because the run's own
    // setting has no effect.
    maxWorkers: availableParallelism() + 1,
    // Loading the modules of a package takes longer than most of its test files.
    isolate: false,
    // These timeouts only end hanging tests. A test that must be fast asserts its own time limit.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    slowTestThreshold: 2_000,
  },
} satisfies ViteUserConfig;
