import { Temporal } from 'temporal-polyfill';

/**
 * An IANA time zone's name in its own capitals (`europe/paris` is `Europe/Paris`; a link stays the link that it is), or
 * null when there is no such zone. Offsets like +02:00 are no zones: they know no daylight saving.
 */
export function zoneName(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return null;
  }
}
