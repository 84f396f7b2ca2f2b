/** Limits of the API (specification, section 8). */
export const limits = {
  quality: { minimum: 0, maximum: 100 },
  delaySeconds: { minimum: 0, maximum: 10 },
  waitUntilTimeoutSeconds: { minimum: 1, maximum: 30 },
  /** Maximum width and height of the viewport in pixels, and its maximum area. */
  viewportSide: 16_384,
  viewportArea: 7_680 * 4_320,
  thumbnailWidth: 4_096,
  /** Maximum width and height of an image in pixels. */
  imageSide: 65_000,
  urlLength: 8_192,
  textLength: 2_048,
  /** Maximum length of a list of verdicts or statuses, which is longer than all permitted values together. */
  filterLength: 255,
  /** Maximum number of selectors in the option `hide`, and maximum length of the option `css`. */
  hiddenSelectors: 50,
  cssLength: 20_000,
  /** Maximum length of the option `js`. */
  scriptLength: 20_000,
  /** Maximum number of patterns in the option `blockUrls`, and maximum length of each. */
  blockedUrls: 100,
  urlPatternLength: 500,
  /** Maximum number of item IDs that one request can select. */
  selectedItems: 1_000,
  scheduleName: 255,
  scheduleDescription: 2_000,
  /** Maximum number of tags of a schedule or an item, and maximum length of a tag. */
  tags: 20,
  tagLength: 50,
  accountName: 255,
  /** Maximum value of an account limit. */
  accountLimit: 1_000_000_000,
  keyName: 255,
  sharesPerScreenshot: 100,
  /** Maximum number of accepted looks in a series of checks. */
  acceptedLooks: 20,
  destinationName: 255,
  destinationUrl: 2_048,
  destinationField: 300,
  /** Of an e-mail; `length` applies to the whole list. */
  mailAddresses: { count: 10, length: 2_600 },
  destinationsPerAccount: 100,
  /** How long messages are also signed with the previous secret after a rotation. */
  secretOverlapSeconds: 86_400,
  keyOverlapSeconds: { maximum: 30 * 86_400, default: 86_400 },
  /** Duration of a browser session from sign-in. */
  sessionSeconds: 12 * 3_600,
  /** Maximum number of active sessions per key. Another sign-in ends the oldest session. */
  sessionsPerKey: 50,
  /** Number of runs in `expand=upcomingRuns` and in a preview. */
  upcomingRuns: 10,
  /** Number of executions in `expand=lastRuns`. */
  lastRuns: 20,
  previewRuns: { minimum: 1, maximum: 100, default: 10 },
  /**
   * The limits of an overview: how many hours of captures and days of failures it covers, and the maximum numbers of
   * failing pages, of schedules that are not fully compared, and of changes.
   */
  overview: { hours: 48, days: 7, pages: 20, unchecked: 20, changes: 6 },
  /** Maximum number of days or hours of a history. */
  historyPeriods: 800,
  /** Number of captures to return before and after the position. */
  capturesAround: { maximum: 500, default: 50 },
  pageSize: { default: 20, maximum: 200 },
  timeLapse: {
    width: { maximum: 1_280, default: 640 },
    framesPerSecond: { minimum: 1, maximum: 30, default: 4 },
    /** Maximum number of frames, maximum height as a multiple of the width, and maximum number of pixels in all frames. */
    frames: 300,
    aspect: 2,
    pixels: 200_000_000,
    /** Maximum numbers of time-lapses and of unfinished time-lapses per account. */
    ofAccount: 1_000,
    unfinished: 5,
  },
  alerts: {
    name: 255,
    /** Maximum number of rules per account, and of schedules and destinations of a rule. */
    rules: 100,
    schedules: 100,
    destinations: 10,
    failuresInARow: { minimum: 1, maximum: 20, default: 2 },
    /** Maximum number of items that a message names. */
    namedItems: 20,
    /** Failures are counted and not named if more than half of at least this number of items failed. */
    stormItems: 4,
    urlLength: 500,
    descriptionLength: 200,
    /** Number of bytes of a response that the log of attempts keeps. */
    responseBytes: 1_000,
    loggedAttempts: 100,
    /** Maximum duration of an attempt in milliseconds, without loading its pictures. */
    attemptMs: 15_000,
    /** Maximum number of messages that a request sends again. */
    redeliveries: 1_000,
  },
  /** Maximum length of the name of a feed, number of feeds of an account, and number of entries. */
  feeds: { name: 255, ofAccount: 100, entries: 100 },
  /** Maximum number of items on a page of schedules with `expand=items`. */
  itemsOfPage: 1_000,
} as const;
