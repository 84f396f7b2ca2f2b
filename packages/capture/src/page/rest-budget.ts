/**
 * How long one capture may still wait for the page to come to rest, in milliseconds for each reason. Each wait reduces
 * these values, so a page that is captured several times does not use the full time again.
 */
export type RestBudget = {
  /** For data requests, and for pages that indicate that they are loading. */
  loading: number;
  /** For images, fonts and frames. */
  arriving: number;
  /** For pages that keep moving without loading anything. */
  moving: number;
  /** For content that appears once it is in the viewport. */
  revealing: number;
  /** Time at which all waiting ends, on the scale of `performance.now()`. */
  endsAt: number;
};

/** For data requests, and for pages that indicate that they are loading. */
export const loadingMs = 5_000;
const arrivingMs = 15_000;
const movingMs = 4_000;
const revealingMs = 3_000;
/** The rest of the time until the deadline is for the screenshot and the steps after it. */
const share = 0.5;

/** @param remainingMs milliseconds until the deadline of the capture */
export function createRestBudget(remainingMs: number): RestBudget {
  return {
    loading: loadingMs,
    arriving: arrivingMs,
    moving: movingMs,
    revealing: revealingMs,
    endsAt: performance.now() + share * remainingMs,
  };
}
