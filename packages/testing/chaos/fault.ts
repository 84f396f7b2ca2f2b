import type { Backend } from './backend.ts';
import type { Random } from './random.ts';
import type { System, SystemOptions } from './system.ts';

/** What a fault is given to run with. */
export type FaultContext = {
  backend: Backend;
  random: Random;
  /** `short` in the tests: some seconds. `long` in `pnpm chaos`. */
  length: 'short' | 'long';
  /** How often to inject: so often at full length (less with `--times`), so often in a short run. */
  times(full: number, short: number): number;
  /** The running system that faults share; whatever a fault does to it, it undoes. */
  sharedSystem(): Promise<System>;
  /** A system of the fault's own, which is ended after it. */
  startSystem(options?: Omit<SystemOptions, 'backend' | 'length' | 'random'>): Promise<System>;
  log(line: string): void;
};

export type FaultResult = {
  injected: number;
  captures: number;
  duplicates: number;
  losses: number;
  wrongCounters: number;
  slowestRecoveryMs: number | null;
  /** What did not hold, a sentence each; empty when the promise was kept. */
  broken: string[];
};

export type Fault = {
  name: string;
  /** What holds although the fault happens. */
  promise: string;
  backends: readonly Backend[];
  /** Why it cannot be injected on this machine; null, or left out, when it can. */
  cannot?(): string | null;
  run(ctx: FaultContext): Promise<FaultResult>;
};
