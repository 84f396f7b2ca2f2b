import { activeSpan, runInSpan } from './active-span.ts';
import { errorType } from './error-type.ts';

/** Receives the duration of each step. Called often. Must not throw. */
export type StepObserver<Step extends string> = {
  /** Also called for failed steps. */
  stepEnded(step: Step, seconds: number): void;
};

/** Runs part of a step without counting it toward the step's duration. */
type Uncounted = <T>(part: () => Promise<T>) => Promise<T>;

/** Runs a step and reports its duration, even if it fails. The step is a span of the active trace. */
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
  const span = activeSpan()?.startChild(step);
  try {
    return await (span ? runInSpan(span, () => work(uncounted)) : work(uncounted));
  } catch (error) {
    span?.fail(errorType(error));
    throw error;
  } finally {
    span?.end();
    observer.stepEnded(step, (performance.now() - startedAt) / 1_000);
  }
}
