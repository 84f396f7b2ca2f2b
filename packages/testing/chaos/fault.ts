import type { Backend } from './backend.ts';
import type { Random } from './random.ts';
import type { System, SystemOptions } from './system.ts';

/** What the runner provides to a fault. */
export type FaultContext = {
  backend: Backend;
  random: Random;
  /** `short` in the tests: some seconds. `long` in `pnpm chaos`. */
  length: 'short' | 'long';
  /** How often to inject: `full` in a long run (less with `--times`), `short` in a short run. */
  times(full: number, short: number): number;
  /** The running system that faults share. A fault restores the system before it ends. */
  sharedSystem(): Promise<System>;
  /** Starts a system for this fault only, which is stopped after the fault. */
  startSystem(options?: Omit<SystemOptions, 'backend' | 'postgres' | 'length' | 'random'>): Promise<System>;
  log(line: string): void;
};

export type FaultResult = {
  injected: number;
  captures: number;
  duplicates: number;
  losses: number;
  wrongCounters: number;
  slowestRecoveryMs: number | null;
  /** A sentence for each violation; empty when the promise was kept. */
  broken: string[];
};

export type Fault = {
  name: string;
  /** What holds during and after the fault. */
  promise: string;
  backends: readonly Backend[];
  /** The backends in the tests, where the queue takes little part in the fault. Default: `backends`. */
  testBackends?: readonly Backend[];
  /** Whether the fault needs the embedded Postgres: it injects into the folder of the database, or expects its error messages. */
  onlyEmbedded?: true;
  /** Why the fault cannot be injected on this machine; null if it can. */
  cannot?(): string | null;
  run(ctx: FaultContext): Promise<FaultResult>;
};
