import type { EgressRule } from '@shotclock/egress';
import type { StepObserver } from '@shotclock/runtime';

/** The steps of a capture in order. A page that replaces its document repeats some of them. */
export type CaptureStep =
  | 'browser'
  | 'open'
  | 'navigate'
  | 'wait'
  | 'stabilize'
  | 'rest'
  | 'screenshot'
  | 'extract'
  | 'judge'
  | 'thumbnail'
  | 'close';

/**
 * Why a browser process ended while the supervisor ran: it crashed; it was killed with its capture, or because a page did not
 * close; it used the machine between two captures; or it was replaced after a number of captures, by its age, its memory, or because its priority could not be restored.
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

/** Receives what happens, for metrics. The functions are called often and must not throw. */
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
