import type { Fault } from '../fault.ts';
import { workerKilled } from './worker-killed.ts';

/** In the order in which they run. */
export const faults: readonly Fault[] = [workerKilled];
