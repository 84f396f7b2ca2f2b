import { defineConfig } from 'vitest/config';
import { sharedConfig } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedConfig.test,
    globalSetup: ['@shotclock/testing/postgres-setup', '@shotclock/testing/redis-setup'],
    // Each file starts whole systems: one after the other on a small machine.
    fileParallelism: false,
    testTimeout: 120_000,
  },
});
