import { Temporal } from 'temporal-polyfill';

/** Milliseconds since 1970 of an ISO-8601 time with its offset, finer parts cut off; null for anything else. */
export function readInstant(text: string): number | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return null;
  }
}
