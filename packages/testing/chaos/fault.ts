import type { Backend } from './backend.ts';
import type { Random } from './random.ts';
import type { System, SystemOptions } from './system.ts';

/** What the runner provides to a fault. */
export type FaultContext = {
  backend: Backend;
  random: Random;
  /** `short` (a few seconds) in the tests, `long` in `pnpm chaos`. */
  length: 'short' | 'long';
  /** Number of injections: `full` in a long run (fewer with `--times`), `short` in a short run. */
  times(full: number, short: number): number;
  /** The running system that several faults share. Each fault must restore the system before it ends. */
  sharedSystem(): Promise<System>;
  /** Starts a system for this fault only. The system is stopped after the fault. */
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
  /** One sentence per violation; empty if the guarantee held. */
  broken: string[];
};

export type Fault = {
  name: string;
  /** What is guaranteed during and after the fault. */
  promise: string;
  backends: readonly Backend[];
  /** The backends that the tests use for a fault that hardly involves the queue. Default: `backends`. */
  testBackends?: readonly Backend[];
  /**
   * Whether the fault needs the embedded Postgres, because it modifies the database folder or expects the embedded
   * server's error messages.
   */
  onlyEmbedded?: true;
  /** The reason why the fault cannot be injected on this machine; null if it can. */
  cannot?(): string | null;
  run(ctx: FaultContext): Promise<FaultResult>;
};
