import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the test runs of all packages have in common. */
export const sharedConfig = {
  // packages/client is imported as its source, not as its build.
  ssr: { resolve: { conditions: ['@shotclock/source'] } },
  test: {
    setupFiles: ['real-timers.ts', 'temporary-folder.ts'].map((file) =>
      pathOf(`packages/testing/src/${file}`),
    ),
    // Test files start many processes that load the same modules.
    env: { NODE_COMPILE_CACHE: pathOf('node_modules/.cache/node-compile-cache') },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Most test files wait for a store, a browser or a timeout most of the time. Each project needs this number: that of
    // the run has no effect.
    maxWorkers: availableParallelism() + 1,
    // Loading the modules of a package takes longer than most of its test files.
    isolate: false,
    // These end tests that hang. A test that must be fast asserts so itself.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    slowTestThreshold: 2_000,
  },
} satisfies ViteUserConfig;
