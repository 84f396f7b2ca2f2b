export * from './accounts.ts';
export * from './executions.ts';
export * from './schedules.ts';
export * from './screenshots.ts';
export * from './wallet.ts';
