import { Temporal } from 'temporal-polyfill';

/** Parses an ISO-8601 time with an offset to milliseconds since 1970, truncated; null if the text is not valid. */
export function parseInstant(text: string): number | null {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return null;
  }
}
