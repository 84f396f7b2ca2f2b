import type { StoredConfig } from './destination-kind.ts';

/** Scheme, host and port of the address of a kind with the field `url`. */
export const urlOrigin = ({ url }: StoredConfig): string => new URL(url!).origin;
