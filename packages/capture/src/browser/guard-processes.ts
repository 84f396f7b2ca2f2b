import { type CaptureBudget, inMebibytes } from '../model/capture-budget.ts';
import { CaptureError } from '../model/capture-error.ts';
import { CpuMeter } from './cpu-meter.ts';
import { measureProcesses, type ProcessUsage } from './process-usage.ts';

/** A page that allocates memory as fast as it can adds a few hundred MiB in this time. */
const defaultIntervalMs = 500;

type Usage = Omit<ProcessUsage, 'cpuTimes'> & { cpuMs: number };
export type ProcessBudget = Pick<CaptureBudget, 'memoryBytes' | 'cpuMs' | 'processes' | 'threads'>;

export type ProcessGuardOptions = {
  budget: ProcessBudget;
  /** Called once when the processes use more than `budget`. */
  exceeded: (error: CaptureError) => void;
  /** CPU time in milliseconds after which each measurement calls `busy`. */
  busyCpuMs?: number;
  busy?: () => void;
  /** Time between two measurements in milliseconds; 500 if omitted. */
  intervalMs?: number;
};

/**
 * Measures `pid` and its descendants until the guard is disposed. CPU time is counted from the first measurement, which
 * short captures never reach.
 */
export function guardProcesses(pid: number, options: ProcessGuardOptions): Disposable {
  const { budget, exceeded, busyCpuMs = Number.POSITIVE_INFINITY, busy } = options;
  const { intervalMs = defaultIntervalMs } = options;
  let active = true;
  const cpu = new CpuMeter();
  const measure = async () => {
    const usage = await measureProcesses(pid, budget.memoryBytes);
    if (!active || usage === null) return;
    const cpuMs = cpu.measure(usage.cpuTimes);
    const error = exceededLimit({ ...usage, cpuMs }, budget);
    if (error) return exceeded(error);
    if (cpuMs > busyCpuMs) busy?.();
    timer = setTimeout(measure, intervalMs);
  };
  let timer = setTimeout(measure, intervalMs);
  return {
    [Symbol.dispose]() {
      active = false;
      clearTimeout(timer);
    },
  };
}

function exceededLimit(usage: Usage, budget: ProcessBudget): CaptureError | null {
  if (usage.memoryBytes > budget.memoryBytes)
    return new CaptureError(
      'too_much_memory',
      `The page used more than ${inMebibytes(budget.memoryBytes)} of memory.`,
    );
  if (usage.cpuMs > budget.cpuMs)
    return new CaptureError('too_much_cpu', `The page used more than ${budget.cpuMs / 1_000} s of CPU time.`);
  if (usage.processes > budget.processes)
    return new CaptureError('too_many_processes', `The page needed more than ${budget.processes} processes.`);
  if (usage.threads > budget.threads)
    return new CaptureError('too_many_processes', `The page needed more than ${budget.threads} threads.`);
  return null;
}
