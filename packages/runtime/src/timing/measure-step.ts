/** Receives the duration of each step. Called often. Must not throw. */
export type StepObserver<Step extends string> = {
  /** Also called for failed steps. */
  stepEnded(step: Step, seconds: number): void;
};

/** Runs part of a step without counting it toward the step's duration. */
type Uncounted = <T>(part: () => Promise<T>) => Promise<T>;

/** Runs a step and reports its duration, even if it fails. */
export async function measureStep<T, Step extends string>(
  observer: StepObserver<Step>,
  step: Step,
  work: (uncounted: Uncounted) => Promise<T>,
): Promise<T> {
  let startedAt = performance.now();
  const uncounted: Uncounted = async (part) => {
    const partStartedAt = performance.now();
    try {
      return await part();
    } finally {
      startedAt += performance.now() - partStartedAt;
    }
  };
  try {
    return await work(uncounted);
  } finally {
    observer.stepEnded(step, (performance.now() - startedAt) / 1_000);
  }
}
