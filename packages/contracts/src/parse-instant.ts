const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

type ParsedInstant = {
  /** Milliseconds since the Unix epoch, rounded down. */
  ms: number;
  hasZone: boolean;
  /** Whether the text is a date without a time. */
  wholeDay: boolean;
};

/** The bounds of the years 1 to 9999: the API's formats cannot represent times outside them. */
export const instantBounds = {
  minMs: Date.parse('0001-01-01T00:00:00.000Z'),
  maxMs: Date.parse('9999-12-31T23:59:59.999Z'),
} as const;

/**
 * Parses an ISO-8601 date, or date and time, in the years 1 to 9999. A time without an offset is in UTC. Returns null for
 * any other text, including days and hours that do not exist.
 */
export function parseInstant(text: string): ParsedInstant | null {
  const parts = shape.exec(text);
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [hour, minute, second] = [Number(parts[4] ?? 0), Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = offsetMinutes(parts[8]);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 59 || offset === null) return null;

  const seconds = (hour * 60 + minute - offset) * 60 + second;
  const ms = date.getTime() + seconds * 1_000 + milliseconds;
  if (ms < instantBounds.minMs || ms > instantBounds.maxMs) return null;
  return {
    ms,
    hasZone: parts[8] !== undefined,
    wholeDay: parts[4] === undefined,
  };
}

/** Parses an ISO-8601 time with an offset into milliseconds since the Unix epoch, rounded down. Returns null for any other text. */
export function parseInstantMs(text: string): number | null {
  const instant = parseInstant(text);
  return instant?.hasZone ? instant.ms : null;
}

function offsetMinutes(zone: string | undefined): number | null {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
