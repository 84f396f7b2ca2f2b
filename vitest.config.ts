import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { countTests } from './scripts/count-tests.ts';
import { SlowestFirst } from './scripts/slowest-first.ts';

/** `pnpm test`: every package in one run, on one Postgres and one Redis. */
export default defineConfig({
  test: {
    // Some database tests run a second time, on PostgreSQL 15.
    projects: ['{apps,packages}/*/vitest.config.ts', 'packages/*/vitest.postgres-15.config.ts'],
    reporters: ['default', countTests()],
    // Most test files wait for a store, a browser or a timeout most of the time.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: SlowestFirst },
  },
});
