// Written by `pnpm barrels`, from what other files import.

export { createSealer, UnsealError } from './sealer.ts';
