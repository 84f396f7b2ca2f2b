/**
 * The limits for jsdiff, whose running time grows quadratically with the number of differences. If a limit is exceeded,
 * the result is an estimate. Reaching the edit limit takes less than a second. The timeout (in milliseconds) matters only
 * for highly repetitive texts and very slow machines.
 */
export const diffLimits = { maxEditLength: 2_500, timeout: 3_000 } as const;
