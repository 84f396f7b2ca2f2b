// Written by `pnpm barrels`, from what other files import.

export type { StoredConfig } from './kinds/destination-kind.ts';
export { destinationKinds } from './kinds/kinds.ts';
export { testMessage } from './message/test-message.ts';
