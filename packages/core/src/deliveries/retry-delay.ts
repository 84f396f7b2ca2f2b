/** Seconds between an attempt and the next one: 27 h 35 min in total. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const jitter = 0.1;
const maxRetryAfterSeconds = 86_400;

/** Number of attempts per delivery. */
export const deliveryAttempts = delays.length + 1;

/**
 * Seconds until the next attempt, with 10% of jitter.
 * @param attemptsLeft at least 1
 * @param retryAfterSeconds what the receiver asked for; limited to 24 h
 */
export function retryDelaySeconds(
  attemptsLeft: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number {
  const delay = delays[Math.max(0, delays.length - attemptsLeft)]!;
  const jittered = delay * (1 + jitter * (2 * random() - 1));
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds));
}
