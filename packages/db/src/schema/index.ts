export * from './accounts.ts';
export * from './content-checks.ts';
export * from './executions.ts';
export * from './feed-counts.ts';
export * from './idempotency-keys.ts';
export * from './schedules.ts';
export * from './screenshots.ts';
export * from './wallet.ts';
