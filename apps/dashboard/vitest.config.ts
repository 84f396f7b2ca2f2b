import { defineConfig } from 'vitest/config';
import { sharedConfig } from '../../vitest.shared.ts';

export default defineConfig({
  ...sharedConfig,
  test: {
    ...sharedConfig.test,
    globalSetup: ['@shotclock/testing/postgres-setup', './test/build.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
