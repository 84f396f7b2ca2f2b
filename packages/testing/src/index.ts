export * from './browser.ts';
export * from './eventually.ts';
export * from './faulty-proxy.ts';
export * from './fixture-site.ts';
export * from './postgres.ts';
export * from './redis.ts';
export * from './s3-server.ts';
export * from './start-redis.ts';
