import { Temporal } from 'temporal-polyfill';

/**
 * The name of an IANA time zone in canonical case (`europe/paris` becomes `Europe/Paris`; links are not resolved); null if the
 * zone does not exist. Offsets like +02:00 are not accepted, because they do not account for daylight saving time.
 */
export function canonicalTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return null;
  }
}
