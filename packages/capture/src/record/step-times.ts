import type { CaptureObserver } from '../model/capture-observer.ts';

/** Forwards to `observer` and adds up the time of each step. */
export function timeSteps(observer: CaptureObserver): {
  observer: CaptureObserver;
  stepMs: () => Record<string, number>;
} {
  const seconds = new Map<string, number>();
  return {
    observer: {
      ...observer,
      stepEnded(step, took) {
        seconds.set(step, (seconds.get(step) ?? 0) + took);
        observer.stepEnded(step, took);
      },
    },
    stepMs: () => Object.fromEntries([...seconds].map(([step, took]) => [step, Math.round(took * 1_000)])),
  };
}
