import { filesOnPostgres15 } from '@shotclock/testing/postgres-15-setup';
import { defineConfig } from 'vitest/config';
import { sharedConfig } from '../../vitest.shared.ts';

/** Tests for verbs whose SQL could behave differently on PostgreSQL 15. */
export default defineConfig({
  test: {
    ...sharedConfig.test,
    name: '@shotclock/core on PostgreSQL 15',
    globalSetup: ['@shotclock/testing/postgres-15-setup'],
    include: await filesOnPostgres15([
      'test/**/{capture-life-cycle,dispatch,event-hub,facts,feed-counts,housekeeping-plans,item-history,release,releasing-captures,retention,removed-items,reused-plans,statement-plans,waiting-time}.test.ts',
    ]),
  },
});
