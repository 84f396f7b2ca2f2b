export * from './browser.ts';
export * from './canaries.ts';
export * from './eventually.ts';
export * from './fixture-site.ts';
export * from './postgres.ts';
export * from './quiet-logger.ts';
export * from './redis.ts';
export * from './start-redis.ts';
