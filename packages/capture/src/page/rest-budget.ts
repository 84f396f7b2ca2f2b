/**
 * The time that one capture may still wait for the page to come to rest, in milliseconds by reason. Waits take their time from
 * it, so a page that is captured several times does not wait each time.
 */
export type RestBudget = {
  /** For requests for data and for pages that say they are loading. */
  loading: number;
  /** For images, fonts and frames. */
  arriving: number;
  /** For what moves without loading anything. */
  moving: number;
  /** For what appears when it is in the viewport. */
  revealing: number;
  /** When all waiting ends, like `performance.now()`. */
  endsAt: number;
};

/** For requests for data, and for pages that say they are loading. */
export const loadingMs = 5_000;
const arrivingMs = 15_000;
const movingMs = 3_000;
/** The rest of the time to the deadline is for the screenshot and what follows. */
const share = 0.5;

/** @param remainingMs milliseconds until the deadline of the capture */
export function createRestBudget(remainingMs: number): RestBudget {
  return {
    loading: loadingMs,
    arriving: arrivingMs,
    moving: movingMs,
    revealing: movingMs,
    endsAt: performance.now() + share * remainingMs,
  };
}
