import type { EgressRule } from '@shotclock/egress';
import type { StepObserver } from '@shotclock/runtime';

/** The steps of a capture in order. If a page replaces its document, some steps are repeated. */
export type CaptureStep =
  | 'browser'
  | 'open'
  | 'navigate'
  | 'consent'
  | 'wait'
  | 'stabilize'
  | 'script'
  | 'rest'
  | 'screenshot'
  | 'extract'
  | 'judge'
  | 'thumbnail'
  | 'close';

/**
 * The reason why a browser process ended while the supervisor was running. It crashed; it was killed with its capture or
 * because a page did not close; it used resources between two captures; or it was replaced because of its number of
 * captures, its age, its memory usage, or a priority that could not be restored.
 */
export type BrowserEnd =
  | 'crashed'
  | 'capture_aborted'
  | 'page_stuck'
  | 'idle_usage'
  | 'captures'
  | 'age'
  | 'memory'
  | 'priority';

/** Receives events for metrics. The functions are called often and must not throw. */
export type CaptureObserver = StepObserver<CaptureStep> & {
  browserLaunched(result: 'succeeded' | 'failed'): void;
  browserEnded(reason: BrowserEnd): void;
  connectionRefused(rule: EgressRule): void;
};

export const noObserver: CaptureObserver = {
  stepEnded() {},
  browserLaunched() {},
  browserEnded() {},
  connectionRefused() {},
};
