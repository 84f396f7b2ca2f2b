/** Limits of the API (specification, section 8). */
export const limits = {
  quality: { minimum: 0, maximum: 100 },
  delaySeconds: { minimum: 0, maximum: 10 },
  waitUntilTimeoutSeconds: { minimum: 1, maximum: 30 },
  /** Maximum pixels of each side of the viewport, and of its area. */
  viewportSide: 16_384,
  viewportArea: 7_680 * 4_320,
  thumbnailWidth: 4_096,
  /** Maximum pixels of each side of an image. */
  imageSide: 65_000,
  urlLength: 8_192,
  textLength: 2_048,
  scheduleName: 255,
  scheduleDescription: 2_000,
  accountName: 255,
  /** Maximum value of a limit of an account. */
  accountLimit: 1_000_000_000,
  keyName: 255,
  sharesPerScreenshot: 100,
  keyOverlapSeconds: { maximum: 30 * 86_400, default: 86_400 },
  /** Time from the sign-in of a browser to the end of its session. */
  sessionSeconds: 12 * 3_600,
  /** Maximum number of sessions of a key that can be used; a further sign-in ends the oldest. */
  sessionsPerKey: 50,
  /** Number of runs in `expand=upcomingRuns` and in a preview. */
  upcomingRuns: 10,
  /** Number of executions in `expand=lastRuns`. */
  lastRuns: 20,
  previewRuns: { minimum: 1, maximum: 100, default: 10 },
  /**
   * What an overview shows: the hours of its captures, the days of failures, and how many pages that fail, schedules that are not compared,
   * and changes.
   */
  overview: { hours: 48, days: 7, pages: 20, unchecked: 20, changes: 6 },
  /** Maximum number of days or hours of a history. */
  historyPeriods: 800,
  /** Number of captures before and after a time. */
  capturesAround: { maximum: 500, default: 50 },
  pageSize: { default: 20, maximum: 200 },
  timeLapse: {
    width: { maximum: 1_280, default: 640 },
    framesPerSecond: { minimum: 1, maximum: 30, default: 4 },
    /** Maximum number of frames, height as a multiple of the width, and number of pixels of all frames. */
    frames: 300,
    aspect: 2,
    pixels: 200_000_000,
    /** Maximum number of time-lapses of an account, and of those that are not finished. */
    ofAccount: 1_000,
    unfinished: 5,
  },
  /** Maximum number of items that a page of schedules contains with `expand=items`. */
  itemsOfPage: 1_000,
} as const;
