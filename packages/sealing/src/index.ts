// Written by `pnpm barrels`, from what other files import.

export { createSealer, type Sealer, UnsealError } from './sealer.ts';
