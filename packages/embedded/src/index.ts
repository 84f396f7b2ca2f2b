// Written by `pnpm barrels`, from what other files import.

export { copyCluster } from './copy-cluster.ts';
export { lockFile } from './file-lock.ts';
export { freePort } from './free-port.ts';
export { restoreCluster } from './restore-cluster.ts';
export { runningPostgresUrl } from './running-postgres.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
export { stopWithParent } from './stop-with-parent.ts';
