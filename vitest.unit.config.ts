import { defineConfig } from 'vitest/config';
import { sharedConfig } from './vitest.shared.ts';

/** `pnpm test:unit` in a package: tests that need no database, queue, browser or other process. */
export default defineConfig({
  ...sharedConfig,
  test: {
    ...sharedConfig.test,
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.integration.test.ts'],
  },
});
