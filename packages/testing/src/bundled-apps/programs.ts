/** The programs of the system, and their entry files. */
export const programs = {
  api: 'apps/api/src/main.ts',
  cli: 'apps/cli/src/main.ts',
  migrate: 'apps/standalone/src/migrate.ts',
  scheduler: 'apps/scheduler/src/main.ts',
  standalone: 'apps/standalone/src/main.ts',
  worker: 'apps/worker/src/main.ts',
};
