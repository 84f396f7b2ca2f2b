// Written by `pnpm barrels`, from what other files import.

export { freePort } from './free-port.ts';
export { runningPostgresUrl } from './running-postgres.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
export { stopWithParent } from './stop-with-parent.ts';
