import { defineConfig } from 'vitest/config';
import { sharedConfig } from './vitest.shared.ts';

/** `pnpm test:unit` in a package runs the tests that do not need a database, a queue, a browser or other processes. */
export default defineConfig({
  ...sharedConfig,
  test: {
    ...sharedConfig.test,
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.integration.test.ts'],
  },
});
