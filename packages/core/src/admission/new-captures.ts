import type { ScreenshotSource } from '@shotclock/contracts';

/** The limits on waiting captures. Each limit applies separately to manual captures and to captures of runs. */
export type WaitingLimits = { maxWaitingCapturesPerAccount: number; maxWaitingCaptures: number };

/** The limits for accounts without individual limits; null for unlimited. */
export type UsageLimits = {
  maxCapturesPerDayPerAccount: number | null;
  maxStoredBytesPerAccount: number | null;
};

/** The captures that a request would start. */
export type NewCaptures = {
  accountId: number;
  source: ScreenshotSource;
  /**
   * Number of captures, from 1. A request is admitted as long as the limits have not been reached, even if its captures will
   * exceed them.
   */
  captures: number;
  limits: WaitingLimits & UsageLimits;
};
