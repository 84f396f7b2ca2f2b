export type Backend = 'postgres' | 'redis';

export const bothBackends: readonly Backend[] = ['postgres', 'redis'];
