import { defineConfig } from 'vitest/config';
import { sharedConfig } from '../../vitest.shared.ts';

export default defineConfig({
  ...sharedConfig,
  test: {
    ...sharedConfig.test,
    globalSetup: ['@shotclock/testing/postgres-setup', '@shotclock/testing/redis-setup'],
  },
});
