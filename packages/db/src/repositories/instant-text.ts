/**
 * The digits that Postgres omits from a time with milliseconds, by text length: 09:00:00, 09:00:00.5, 09:00:00.25,
 * 09:00:00.125.
 */
const missingDigits: Readonly<Record<number, string>> = { 8: '.000', 10: '00', 11: '0', 12: '' };

/**
 * Converts an instant with millisecond precision from Postgres's format to the format of `toISOString()`. Times in UTC
 * are converted without creating a Date.
 */
export function instantText(text: string): string {
  const time = text.slice(11, -3);
  const digits = text[10] === ' ' && text.endsWith('+00') ? missingDigits[time.length] : undefined;
  return digits === undefined ? new Date(text).toISOString() : `${text.slice(0, 10)}T${time}${digits}Z`;
}

export const instantTextOrNull = (text: string | null): string | null =>
  text === null ? null : instantText(text);
