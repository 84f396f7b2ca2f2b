import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { filesOnPostgres15 } from './packages/testing/src/postgres/postgres-15-setup.ts';
import { countTests } from './scripts/count-tests.ts';
import { SlowestFirst } from './scripts/slowest-first.ts';
import { sharedConfig } from './vitest.shared.ts';

const filesOf = (folders: string) => sharedConfig.test.include.map((files) => `${folders}/${files}`);
const apps = filesOf('{apps/{dashboard,standalone},packages/testing}');
const system = '**/*.system.test.ts';
/** Without these, Vitest would search every `node_modules` folder. */
const ignored = configDefaults.exclude;
/** For tests of whole systems, which take a long time to start on a busy machine. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000 };
const shared = {
  ...sharedConfig.test,
  globalSetup: [
    'packages/testing/src/postgres/postgres-setup.ts',
    'packages/testing/src/redis/redis-setup.ts',
    'packages/testing/src/bundled-apps/bundled-apps-setup.ts',
  ],
};

/**
 * `pnpm test:system` runs the project `system`, and `pnpm test` all others. Each command runs all packages in one Vitest run, on
 * one Postgres and one Redis. Packages share processes, because each additional process takes seconds of CPU time to load Vitest,
 * the packages and their libraries.
 */
export default defineConfig({
  test: {
    projects: [
      {
        ...sharedConfig,
        test: {
          ...shared,
          name: 'system',
          include: [`{apps,packages}/*/test/${system}`],
          // Their systems have many processes, which keep the CPUs busy.
          maxWorkers: availableParallelism(),
          ...patient,
        },
      },
      // Tests for apps that consist of several processes.
      {
        ...sharedConfig,
        test: { ...shared, name: 'apps', include: apps, exclude: [...ignored, system], ...patient },
      },
      // Database tests whose SQL could behave differently on PostgreSQL 15 run a second time.
      {
        ...sharedConfig,
        test: {
          ...sharedConfig.test,
          name: 'PostgreSQL 15',
          globalSetup: ['packages/testing/src/postgres/postgres-15-setup.ts'],
          include: await filesOnPostgres15([
            'packages/db/test/{counts-migration,executions,fair-order,filters,lists,migrate,pages,urls}.test.ts',
            'packages/core/test/**/{alert-events,capture-life-cycle,dispatch,event-hub,facts,feed-counts,housekeeping-plans,item-history,match-alert-rules,release,releasing-captures,retention,removed-items,reused-plans,statement-plans,waiting-time}.test.ts',
            'apps/api/test/upgrades/upgrades.test.ts',
          ]),
        },
      },
      {
        ...sharedConfig,
        test: {
          ...shared,
          name: 'packages',
          include: filesOf('{apps,packages}/*'),
          exclude: [...ignored, ...apps, system],
        },
      },
    ],
    reporters: ['default', countTests()],
    sequence: { sequencer: SlowestFirst },
  },
});
