import { filesOnPostgres15 } from '@shotclock/testing/postgres-15-setup';
import { defineConfig } from 'vitest/config';
import { sharedConfig } from '../../vitest.shared.ts';

/** Database tests whose SQL could behave differently on PostgreSQL 15. */
export default defineConfig({
  test: {
    ...sharedConfig.test,
    name: '@shotclock/db on PostgreSQL 15',
    globalSetup: ['@shotclock/testing/postgres-15-setup'],
    include: await filesOnPostgres15([
      'test/{executions,fair-order,filters,lists,pages}.test.ts',
      'test/{counts-migration,migrate}.test.ts',
    ]),
  },
});
