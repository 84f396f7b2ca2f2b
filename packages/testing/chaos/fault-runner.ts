import { fileURLToPath } from 'node:url';
import type { Backend } from './backend.ts';
import type { Fault, FaultContext, FaultResult } from './fault.ts';
import { createRandom } from './random.ts';
import type { PostgresVersion } from './services.ts';
import { type System, startSystem } from './system.ts';

export type FaultRunner = {
  /** Runs a fault. Never rejects: an error is treated as a violation. */
  run(fault: Fault, backend: Backend): Promise<FaultResult>;
  /** Starts the shared system in advance. */
  warmUp(backend: Backend): Promise<void>;
  /** Stops every running system. */
  close(): Promise<void>;
};

/** Number of processes in the shared system. */
const sharedProcesses = { workers: 2, schedulers: 1, apis: 1 };
/** Loaded by every process. */
const preload = [fileURLToPath(new URL('throw-on-signal.ts', import.meta.url))];

/**
 * Runs faults one at a time. The random choices of a fault depend only on the seed, the name of the fault and the
 * backend.
 * @param factor fraction of the full number of injections in a long run
 */
export function createFaultRunner(options: {
  seed: number;
  length: 'short' | 'long';
  postgres?: PostgresVersion;
  factor?: number;
  log: (line: string) => void;
}): FaultRunner {
  const { seed, length, postgres, factor = 1, log } = options;
  const shared = new Map<Backend, Promise<System>>();
  const owned = new Set<System>();

  function sharedSystem(backend: Backend): Promise<System> {
    const random = createRandom(seed).fork(`shared ${backend}`);
    const system =
      shared.get(backend) ?? startSystem({ ...sharedProcesses, preload, backend, postgres, length, random });
    shared.set(backend, system);
    return system;
  }

  async function dropShared(backend: Backend): Promise<void> {
    const system = await shared.get(backend)?.catch(() => undefined);
    shared.delete(backend);
    await system?.close();
  }

  /** Stops the systems that a fault has started. */
  async function dropOwned(): Promise<void> {
    for (const system of owned) {
      owned.delete(system);
      await system.close();
    }
  }

  return {
    async run(fault, backend) {
      const random = createRandom(seed).fork(`${fault.name} ${backend}`);
      const ctx: FaultContext = {
        backend,
        random,
        length,
        times: (full, short) => (length === 'short' ? short : Math.max(1, Math.round(full * factor))),
        sharedSystem: () => sharedSystem(backend),
        async startSystem(more) {
          const system = await startSystem({
            preload,
            ...more,
            backend,
            postgres,
            length,
            random: random.fork('system'),
          });
          owned.add(system);
          return system;
        },
        log: (line) => log(`${fault.name} (${backend}): ${line}`),
      };
      try {
        const result = await fault.run(ctx);
        // Otherwise, every later fault would report the same violations.
        if (result.broken.length > 0) await dropShared(backend);
        return result;
      } catch (error) {
        await dropShared(backend);
        return { ...nothing, broken: [(error as Error).stack ?? String(error)] };
      } finally {
        await dropOwned();
      }
    },
    async warmUp(backend) {
      await sharedSystem(backend);
    },
    async close() {
      await dropOwned();
      for (const backend of [...shared.keys()]) await dropShared(backend);
    },
  };
}

const nothing: FaultResult = {
  injected: 0,
  captures: 0,
  duplicates: 0,
  losses: 0,
  wrongCounters: 0,
  slowestRecoveryMs: null,
  broken: [],
};
