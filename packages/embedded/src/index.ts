export * from './free-port.ts';
export { runningPostgresUrl } from './running-postgres.ts';
export * from './start-embedded-postgres.ts';
export * from './stop-with-parent.ts';
