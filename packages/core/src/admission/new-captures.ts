import type { ScreenshotSource } from '@shotclock/contracts';

/** The bounds of captures that wait. Each counts manual captures and the captures of runs separately. */
export type WaitingLimits = { maxWaitingCapturesPerAccount: number; maxWaitingCaptures: number };

/** The limits of accounts that have no individual limits; null for none. */
export type UsageLimits = {
  maxCapturesPerDayPerAccount: number | null;
  maxStoredBytesPerAccount: number | null;
};

/** What a request wants to start. */
export type NewCaptures = {
  accountId: number;
  source: ScreenshotSource;
  /** Number of captures, from 1. A request is admitted below the bounds, even if its captures exceed them. */
  captures: number;
  limits: WaitingLimits & UsageLimits;
};
